"""What pages, API, exports and commands ask for: scores with where they come from."""
