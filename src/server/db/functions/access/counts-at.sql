-- Whether a menu entry or action counts for somebody who works at a store: those of the product do everywhere, those of an organisation's
-- form at, below and above it.
create or replace function counts_at(p_owner text, p_org text) returns boolean language sql immutable parallel safe as $$
  select p_owner = '' or (p_org <> '' and (starts_with(p_org, p_owner) or starts_with(p_owner, p_org)))
$$;
