"""Long measurements, run by hand; the book reads what they wrote down."""
