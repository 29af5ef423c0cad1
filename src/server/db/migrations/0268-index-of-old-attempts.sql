-- Each attempt at a secret removes attempts of days ago. Without an index it reads all guesses of the last days, which an attack has many of.
create index login_guard_last_failure_at_idx on login_guard (last_failure_at);
