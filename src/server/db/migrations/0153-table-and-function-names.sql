-- Tables and functions get the names that the glossary gives to what they hold and do. Only names change.
alter table play_before_pay rename to play_record;
alter table game_log rename to run;
alter table swiper rename to carousel_image;
alter table known_place rename to known_sign_in;
alter table screen_taste rename to ui_preference;
alter table figure_mark rename to rollup_watermark;
alter table ranking_mark rename to ranking_watermark;
alter table play_record rename column game_log_id to run_id;

-- Functions are renamed here, and not dropped and made anew, because triggers depend on them. Their texts are replaced behind the
-- migrations; until then the old ones must work, since a later migration may change rows whose triggers call them.
do $$
declare
  tables constant text[][] := array[
    ['play_before_pay', 'play_record'], ['game_log', 'run'], ['swiper', 'carousel_image'], ['known_place', 'known_sign_in'],
    ['screen_taste', 'ui_preference'], ['figure_mark', 'rollup_watermark'], ['ranking_mark', 'ranking_watermark']];
  routines constant text[][] := array[
    ['keep_agreement', 'require_agreement'], ['keep_level_in_use', 'require_level_unused'], ['keep_level_known', 'require_known_level'],
    ['keep_levels_rising', 'require_rising_levels'], ['keep_member_cards', 'store_card_history'],
    ['keep_ride_photo', 'store_ride_photo'], ['keep_best', 'store_best_lap'], ['keep_racer', 'store_best_lap_member'],
    ['keep_missed_deposits', 'forfeit_missed_deposits'], ['keep_hung_limit', 'require_pending_ride_limit'],
    ['keep_trial_limit', 'require_trial_limit'], ['keep_closed_shift', 'require_unchanged_shift'],
    ['charge_together', 'charge_batch'], ['charge_together_committed', 'charge_batch_committed'], ['take_together', 'take_batch'],
    ['mark_figures', 'advance_rollup_watermark']];
  words constant text[][] := tables || routines || array[['game_log_id', 'run_id']];
  pair text[];
  item record;
  body text;
begin
  foreach pair slice 1 in array tables loop
    for item in select conrelid::regclass as holder, conname as name from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid <> 0 and conname like pair[1] || '\_%' loop
      execute format('alter table %s rename constraint %I to %I', item.holder, item.name, replace(item.name, pair[1], pair[2]));
    end loop;
    for item in select contypid::regtype as holder, conname as name from pg_constraint
        where connamespace = 'public'::regnamespace and contypid <> 0 and conname like pair[1] || '\_%' loop
      execute format('alter domain %s rename constraint %I to %I', item.holder, item.name, replace(item.name, pair[1], pair[2]));
    end loop;
    for item in select relname as name, relkind from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('i', 'I', 'S') and relname like pair[1] || '\_%' loop
      execute format('alter %s %I rename to %I', case item.relkind when 'S' then 'sequence' else 'index' end, item.name,
        replace(item.name, pair[1], pair[2]));
    end loop;
    for item in select tgrelid::regclass as holder, tgname as name from pg_trigger
        where not tgisinternal and tgname like pair[1] || '\_%' loop
      execute format('alter trigger %I on %s rename to %I', item.name, item.holder, replace(item.name, pair[1], pair[2]));
    end loop;
  end loop;

  foreach pair slice 1 in array routines loop
    for item in select tgrelid::regclass as holder, tgname as name from pg_trigger where not tgisinternal and tgname = pair[1] loop
      execute format('alter trigger %I on %s rename to %I', item.name, item.holder, pair[2]);
    end loop;
    for item in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace and proname = pair[1] loop
      execute format('alter routine %s rename to %I', item.name, pair[2]);
    end loop;
    update schema_function set name = pair[2] where name = pair[1];
  end loop;

  for item in select oid from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') loop
    body := pg_get_functiondef(item.oid);
    foreach pair slice 1 in array words loop
      body := regexp_replace(body, '\m' || pair[1] || '\M', pair[2], 'g');
    end loop;
    if body <> pg_get_functiondef(item.oid) then
      execute body;
    end if;
  end loop;
end
$$;
