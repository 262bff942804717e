"""What peers miss."""
