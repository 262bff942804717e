"""A job for tests of runners, which are processes of their own: it does as many steps as it is told."""
