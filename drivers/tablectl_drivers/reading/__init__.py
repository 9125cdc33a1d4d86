"""What readers of codes have in common: whose card a code is, and the numbers of reports that the reader itself does not count."""
