"""The refine stage: grounded workflows become requests in the customer's words."""
