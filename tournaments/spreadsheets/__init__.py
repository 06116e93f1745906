"""Files of rows: text, XLSX and ODS, read in bounded time and space whatever they are."""
