"""What passes between the stages: frozen records, ids, Arrow schemas, errors, settings.

This is the lowest layer: it imports nothing else of the project, so that a record can be read
without the code that made it. Import from the module that holds the noun.
"""
