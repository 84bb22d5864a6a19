"""Keys: how a mail address, a name or a postcode is written when two are compared."""

import unicodedata


def make_email_key(email: str) -> str:
    """Return the mail address without outer blanks or capitals."""
    return email.strip().casefold()


def make_name_key(name: str) -> str:
    """Return a name or postcode in NFC without any blanks or capitals.

    >>> make_name_key("Ada  LOVELACE") == make_name_key("ada lovelace")
    True
    """
    return unicodedata.normalize("NFC", "".join(name.split()).casefold())
