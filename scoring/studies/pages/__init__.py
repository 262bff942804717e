"""The pages of studies: what a study's document says, as sentences, tables and figures for people."""
