-- All days are counted again: drop-offs at the place of arrival, an expiry once, and a lost package not as recovered.
truncate package_days;
