"""Training, if PyTorch is installed."""
