"""What uvicorn lacks."""
