-- Rows that the functions of charges pass to each other; no table stores them.

-- A paid ride that is to begin or to be queued; see `open_rides`.
create type ride_opening as (
  -- With all but its number, its ticket and its run.
  ride play_record,
  -- Null where it is queued.
  begun run,
  entry_id uuid, business_day date, queue_prefix text, queue_minutes integer,
  store_name text, time_zone text, locale text,
  -- The cash on the ticket; null where none was received.
  paid jsonb,
  prints boolean,
  -- The terminal that may print first; null: any.
  first_choice uuid,
  -- Wristbands for each person.
  bracelets integer
);

-- The same ride, numbered, with its ticket.
create type opened_ride as (ride play_record, ticket jsonb);

-- An order with the call that charged it; see `store_sales`.
create type ride_sale as (
  -- The argument of `charge`.
  call jsonb,
  sold consume_order,
  -- The posted ledger entries, as they are answered.
  lines jsonb,
  -- Wristbands of all rides.
  bracelets integer
);
