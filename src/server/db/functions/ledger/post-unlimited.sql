-- Posts uses of an unlimited card: takes one, returns one, or adds a card, whose days and uses add up with a card the member still has, as
-- in a merge. -1 uses means no limit. An entry with an end and no card takes a card back: what is left is valid until that end, or ends
-- now. A use that a pending ride held is taken though the card has ended since. The caller has locked the member.
create or replace function post_unlimited(cause ledger_cause, line ledger_entry, p_was_held boolean default false) returns ledger_posted
language plpgsql as $$
declare
  posted ledger_posted;
  delta bigint := line.delta;
  card member_project;
  counts boolean;
begin
  posted.account := 'unlimited';
  posted.member := line.member;
  posted.project := line.project;
  select p.* into card from member_project p
    where p.member_id = line.member and p.org_code = cause.org_code and p.project_type = line.project;
  counts := coalesce(card.unlimited_name <> '' and card.unlimited_uses <> 0
    and (p_was_held or (card.unlimited_until > cause.at) is not false), false);
  posted.before := case when counts then card.unlimited_uses else 0 end;
  if line.card_name is not null then
    delta := greatest(line.card_uses, 0);
    posted.after := case when posted.before = -1 or line.card_uses = -1 then -1 else posted.before + line.card_uses end;
    insert into member_project as own (member_id, org_code, project_type, unlimited_name, unlimited_until, unlimited_uses,
        unlimited_issued)
      values (line.member, cause.org_code, line.project, line.card_name, line.valid_until, posted.after, line.card_uses)
      on conflict on constraint member_project_pkey do update set
        unlimited_name = excluded.unlimited_name,
        unlimited_uses = excluded.unlimited_uses,
        unlimited_until = case when counts then day_ends(own.org_code, last_day(own.org_code, own.unlimited_until)
            + days_left(own.org_code, excluded.unlimited_until, cause.at))
          else excluded.unlimited_until end,
        unlimited_issued = case when not counts then excluded.unlimited_issued
          when own.unlimited_issued = -1 or excluded.unlimited_issued = -1 then -1
          else own.unlimited_issued + excluded.unlimited_issued end;
  elsif delta < 0 and (not counts or card.unlimited_uses between 0 and -delta - 1) then
    perform refuse('ledger.noCard', jsonb_build_object('field', 'projectType', 'needed', -delta, 'available', posted.before));
  else
    posted.after := case when line.valid_until <= cause.at then 0 when card.unlimited_uses = -1 then -1
      else coalesce(card.unlimited_uses, 0) + delta end;
    update member_project p set unlimited_uses = posted.after, unlimited_until = coalesce(line.valid_until, p.unlimited_until)
      where p.member_id = line.member and p.org_code = cause.org_code and p.project_type = line.project;
    if not found then
      perform refuse('ledger.noCard', jsonb_build_object('field', 'projectType', 'needed', delta, 'available', 0));
    end if;
  end if;
  insert into ledger_line (org_code, member_id, account, project, delta, value_after, cause_kind, cause_id, operator_id,
      cashier_id, terminal_id, created_at, business_day, shift_id, other_org_code, reverses)
    values (cause.org_code, line.member, 'unlimited', line.project, delta, posted.after, cause.kind, cause.id,
      cause.operator_id, cause.cashier_id, cause.terminal_id, cause.at, cause.day, cause.shift_id, cause.other_org_code, line.reverses)
    returning seq into posted.seq;
  return posted;
end
$$;
