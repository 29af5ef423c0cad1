-- Keeps the history of cards, whoever gives a member a card: the one of before is replaced (unless it is reported lost already), and
-- the new one begins. A card that somebody else has or had breaks `member_card_once`. Those of a merged member stay good: they find
-- the member that this one became a part of.
create or replace function store_card_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.physical_card <> '' and new.merged_into is null then
      update member_card set state = 'replaced', ended_by = coalesce(new.updated_by, ''), ended_at = coalesce(new.updated_at, now())
        where member_id = new.id and org_code = new.org_code and card = old.physical_card and state = 'active';
    end if;
  end if;
  if new.physical_card <> '' then
    -- What was the card of a member who became a part of this one goes over with it.
    update member_card c set member_id = new.id from member m
      where c.card = new.physical_card and c.org_code = new.org_code and c.state = 'active' and m.id = c.member_id
        and m.org_code = c.org_code and m.merged_into = new.id;
    -- Where a member takes an own card of before, its entry begins anew; a card that is reported lost must be found first.
    update member_card set state = 'active', reason = '', ended_by = null, ended_at = null
      where member_id = new.id and org_code = new.org_code and card = new.physical_card and state in ('active', 'replaced');
    if not found then
      insert into member_card (org_code, member_id, card, given_by, given_at)
        values (new.org_code, new.id, new.physical_card, coalesce(new.updated_by, new.created_by),
          coalesce(new.updated_at, new.created_at));
    end if;
  end if;
  return null;
end
$$;

create or replace trigger member_cards_inserted after insert on member for each row
  when (new.physical_card <> '') execute function store_card_history();
create or replace trigger member_cards_updated after update of physical_card on member for each row
  when (old.physical_card is distinct from new.physical_card) execute function store_card_history();
