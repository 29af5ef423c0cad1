-- Replaces the answers of keyed calls by the mark that they were given, from where it ended last time, for the calls of at most a day.
-- Returns how many, and whether there is more to do. Answers of the kept paths stay for ever: a terminal repeats those calls until it has
-- the answer, however long it was without the server. Nothing younger than 90 days is forgotten, by any caller. Runs as its owner.
create or replace function forget_answers(p_before timestamptz, p_kept_paths text[], out forgotten integer, out has_more boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ends timestamptz := least(p_before, now() - interval '90 days');
  begins timestamptz;
  reached timestamptz;
begin
  select f.until into begins from forgotten_answers f for update;
  if begins is null then
    select min(k.created_at) into begins from request_key k where k.answer <> '{"forgotten": true}';
    begins := coalesce(begins, ends);
    insert into forgotten_answers (until) values (begins);
  end if;
  reached := greatest(begins, least(ends, begins + interval '1 day'));
  update request_key k set answer = '{"forgotten": true}'
    where k.created_at >= begins and k.created_at < reached and k.path <> all (p_kept_paths) and k.answer <> '{"forgotten": true}';
  get diagnostics forgotten = row_count;
  update forgotten_answers f set until = reached;
  has_more := reached < ends;
end
$$;
