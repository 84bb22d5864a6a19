"""The ground stage: workflows get entities, arguments and a reference."""
