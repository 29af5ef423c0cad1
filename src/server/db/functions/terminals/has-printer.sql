-- Whether a terminal has a printer according to its latest report. A terminal that has never reported may have one.
create or replace function has_printer(t terminal) returns boolean language sql immutable as $$
  select t.id is not null and coalesce(t.report #>> '{printer,state}', '') <> 'off'
$$;

-- Whether any terminal of a store may print a paper for a print id (empty: any printer). Terminals not seen for a month do not count.
create or replace function store_prints(p_org_code text, p_print_id text, p_now timestamptz) returns boolean language sql stable as $$
  select exists (select from terminal t
    where t.org_code = p_org_code and t.state <> 'revoked' and t.seen_at > p_now - interval '30 days'
      and (p_print_id = '' or t.print_id = p_print_id) and has_printer(t))
$$;
