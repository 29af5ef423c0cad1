-- The entry to be reversed, locked until the transaction ends so that two refunds of it are serialized. Refuses an entry of another account
-- or member, and more than it moved and has not been reversed yet.
create or replace function reversed_line(cause ledger_cause, line ledger_entry) returns ledger_line language plpgsql as $$
declare
  given ledger_line;
  before bigint;
begin
  if line.member is null then
    select l.* into given from ledger_line l
      where l.member_id is null and l.org_code = cause.org_code and l.seq = line.reverses for no key update;
  else
    -- It may have been written under a number that was merged into this member.
    select l.* into given from ledger_line l
      where l.member_id = any (numbers_of(line.member)) and l.org_code = cause.org_code and l.seq = line.reverses
      for no key update;
  end if;
  if given.account is distinct from line.account or given.project is distinct from line.project
      or sign(given.delta) = sign(line.delta) and (line.delta <> 0 or line.account <> all ('{unlimited,coupon}'::text[])) then
    raise exception 'line % of the ledger cannot be reversed by %', line.reverses, line;
  end if;
  -- A separate statement sees what was committed while this transaction waited for the lock.
  before := reversed_of(line.reverses, cause.org_code);
  if abs(before + line.delta) > abs(given.delta) or line.delta = 0 and exists (
    select from ledger_line l where l.reverses = line.reverses and l.org_code = cause.org_code
      and not exists (select from ledger_line b where b.reverses = l.seq and b.org_code = l.org_code)) then
    perform refuse('ledger.reversedMore', jsonb_build_object('field', line.account, 'needed', abs(line.delta),
      'available', abs(given.delta) - abs(before)));
  end if;
  return given;
end
$$;
