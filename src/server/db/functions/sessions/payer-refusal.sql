-- Why a member cannot be charged, as {code, details}; null where they can. A missing member is passed as null.
create or replace function payer_refusal(payer member, p_takes_value boolean, p_password_hash text, p_now timestamptz) returns jsonb
language plpgsql immutable as $$
begin
  if payer.id is null then
    return '{"code": "members.notFound", "details": {"field": "userId"}}';
  elsif payer.frozen then
    return '{"code": "members.frozen", "details": {"field": "userId"}}';
  elsif payer.end_time <= p_now then
    return '{"code": "members.ended", "details": {"field": "userId"}}';
  elsif p_takes_value and payer.consume_password is not null and payer.consume_password is distinct from p_password_hash then
    return '{"code": "members.passwordRequired", "details": {"field": "password"}}';
  end if;
  return null;
end
$$;
