-- More trials (records without a member) of a business day than this block further ones; -1: without limit.
alter table store add column trial_limit integer not null default 5
  constraint store_trial_limit_range check (trial_limit >= -1);

-- How many people a vehicle seats; 0: not said, as of vehicles that were there before.
alter table vehicle add column seats integer not null default 0
  constraint vehicle_seats_range check (seats between 0 and 99);
