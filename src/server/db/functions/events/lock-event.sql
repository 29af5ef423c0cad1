-- Locks an event, so that sign-ups, cancellations and the waiting list of an event are serialized. Lock order: event, sign-up, member.
create or replace function lock_event(p_id uuid, p_field text) returns event language plpgsql as $$
declare
  wanted event;
begin
  select e.* into wanted from event e where e.id = p_id for no key update;
  if not found then
    perform refuse('common.recordNotFound', jsonb_build_object('field', p_field));
  end if;
  return wanted;
end
$$;
