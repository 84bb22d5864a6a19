"""People: names, addresses and contact details that the generators of all domains draw from."""
