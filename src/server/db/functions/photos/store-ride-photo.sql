-- Links the rides of a charge or start to the photo taken for it, or stores why there is none. A rule that requires a photo refuses a start
-- with neither; an offline start has already happened and is never refused for it.
--
-- A photo serves one charge. Its row is locked after wallets and before queue numbers.
create or replace function store_ride_photo(
  p_org_code text, p_cause uuid, p_plays uuid[], p_photo uuid, p_reason text, p_offline boolean default false
) returns void language plpgsql as $$
declare
  has_photo boolean := false;
begin
  if p_photo is not null then
    update racer_photo set used_for = p_cause where id = p_photo and org_code = p_org_code and used_for is null;
    has_photo := found;
  end if;
  if not has_photo and not p_offline then
    if p_photo is not null then
      perform refuse('photos.unknown', '{"field": "photoId"}');
    elsif coalesce(p_reason, '') = '' then
      perform refuse('photos.required', '{"field": "photoId"}');
    end if;
  end if;
  insert into ride_photo (play_id, org_code, photo_id, reason, offline)
    select play, p_org_code, case when has_photo then p_photo end, case when has_photo then '' else coalesce(p_reason, '') end,
        p_offline and not has_photo
      from unnest(p_plays) play;
end
$$;
