"""The addresses of the site, by what they are about."""
