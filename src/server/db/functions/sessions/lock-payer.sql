-- Locks the member of a charge, behind everything else that it locks but the queue number, and refuses one who may not be charged:
-- unknown, frozen or, where value is taken, without the consumption password that `p_password_hash` says was typed.
create or replace function lock_payer(
  p_org_code text, p_member text, p_takes_value boolean, p_password_hash text, p_day date
) returns void language plpgsql as $$
declare
  payer record;
begin
  select m.merged_into, m.frozen, m.consume_password, m.last_visit_on into payer
    from member m where m.id = p_member and m.org_code = p_org_code for no key update;
  if not found then
    perform refuse('members.notFound', '{"field": "userId"}');
  elsif payer.merged_into is not null then
    -- Only just: run again, the charge finds whom this one became a part of.
    raise exception using errcode = 'serialization_failure', message = 'the member was merged meanwhile';
  elsif payer.frozen then
    perform refuse('members.frozen', '{"field": "userId"}');
  elsif p_takes_value and payer.consume_password is not null and payer.consume_password is distinct from p_password_hash then
    perform refuse('members.passwordRequired', '{"field": "password"}');
  end if;
  if (payer.last_visit_on >= p_day) is not true then
    update member m set last_visit_on = p_day where m.id = p_member and m.org_code = p_org_code;
  end if;
end
$$;
