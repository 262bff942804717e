"""Tags and filters of the score pages."""
