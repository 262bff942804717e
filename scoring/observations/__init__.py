"""From database rows and files to the values that are measured, and to observations."""
