-- The last sale of a counter as a void would find it: {kind, id, soldAt, until, timeZone, tickets, racer, deposit, settles, approval,
-- byBadge, approvers, refusal, plan}; null where there is none. Locks and changes nothing.
create or replace function sale_to_void(p_org_code text, p_terminal uuid, p_operator uuid, p_now timestamptz) returns jsonb
language plpgsql stable as $$
declare
  last constant jsonb := last_sale(p_org_code, p_terminal, p_operator, p_now);
  kind constant text := last ->> 'kind';
  sale constant uuid := last ->> 'id';
  venue store;
  charged consume_order;
  plan jsonb;
  refusal jsonb;
begin
  if sale is null then
    return null;
  end if;
  select s.* into venue from store s where s.org_code = p_org_code;
  if kind = 'consume' then
    select o.* into charged from consume_order o where o.id = sale and o.org_code = p_org_code;
  end if;
  plan := void_plan(kind, sale, p_now);
  refusal := coalesce(void_refusal(kind, sale, p_org_code, p_terminal, p_operator, p_now), nullif(plan -> 'refusal', 'null'));
  return last || jsonb_build_object(
    'until', (last ->> 'soldAt')::timestamptz + make_interval(mins => venue.void_minutes), 'timeZone', venue.time_zone,
    'tickets', coalesce((select string_agg(p.ticket_no, ', ' order by p.ticket_no) from play_record p
      where p.id = any (charged.play_ids) and p.org_code = p_org_code and p.ticket_no <> ''), ''),
    'racer', coalesce(charged.racer, ''), 'settles', coalesce(charged.settles, '') <> '',
    'deposit', case when charged.deposit_returned_at is null then coalesce(charged.deposit, 0) else 0 end,
    'approval', to_jsonb(void_approvals(kind, sale, p_org_code)), 'byBadge', venue.cashier_by_badge = 'YES',
    'approvers', (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'realname', u.realname) order by u.realname, u.id), '[]')
      from people_with('refund:approve', p_org_code) as person (id) join user_account u on u.id = person.id where u.id <> p_operator),
    'refusal', refusal, 'plan', plan);
end
$$;
