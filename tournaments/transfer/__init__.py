"""Import and export: tables as CSV and XLSX, and a whole club as one file."""
