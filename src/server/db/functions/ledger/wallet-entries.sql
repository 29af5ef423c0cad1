-- The entries of a cause at its store, with each clearing entry as the entry of the wallet that it stands for; `seq` is that of the entry
-- itself. Entries of wallets for rides elsewhere are left out.
create or replace function wallet_entries(p_cause uuid, p_kind text, p_org_code text)
returns table (seq bigint, account text, project text, delta bigint) language sql stable as $$
  select l.seq, case l.account when 'clearing' then l.project else l.account::text end,
      case when l.account <> 'clearing' then l.project when l.project in ('frequency', 'unlimited') then 'currency' else '' end,
      case l.account when 'clearing' then -l.delta else l.delta end
    from ledger_line l
    where l.cause_id = p_cause and l.cause_kind = p_kind and l.org_code = p_org_code
      and (l.other_org_code is null or l.account = 'clearing')
$$;
