-- Tickets printed without the server carry the terminal's prefix: two terminals of a store never share one.
create unique index terminal_prefix_key on terminal (org_code, prefix) where prefix <> '';
