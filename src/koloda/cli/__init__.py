"""The command `koloda`: one module per command, which declares its arguments, calls and prints."""
