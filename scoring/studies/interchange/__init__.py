"""What studies and given scores add to files of projects."""
