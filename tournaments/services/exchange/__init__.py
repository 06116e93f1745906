"""What comes in and goes out: tables as CSV and XLSX, and a whole club as one file."""
