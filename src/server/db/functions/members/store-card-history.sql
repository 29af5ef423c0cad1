-- Maintains the card history whenever a member gets a card: the previous entry is marked as replaced (unless reported lost) and a new one
-- begins. A card that another member has or had violates `member_card_once`. Cards of a merged member stay valid and find the member it was
-- merged into.
create or replace function store_card_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.physical_card <> '' and new.merged_into is null then
      update member_card set state = 'replaced', ended_by = coalesce(new.updated_by, ''), ended_at = coalesce(new.updated_at, now())
        where member_id = new.id and org_code = new.org_code and card = old.physical_card and state = 'active';
    end if;
  end if;
  if new.physical_card <> '' then
    -- A merged member's card moves to this member.
    update member_card c set member_id = new.id from member m
      where c.card = new.physical_card and c.org_code = new.org_code and c.state = 'active' and m.id = c.member_id
        and m.org_code = c.org_code and m.merged_into = new.id;
    -- A member who takes back an earlier card reopens its entry; a card reported lost must be marked as found first.
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
