"""The WebSocket ends of what is told as it happens."""
