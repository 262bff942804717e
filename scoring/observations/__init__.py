"""Read database rows and files as the input of measures, and turn scores into observations."""
