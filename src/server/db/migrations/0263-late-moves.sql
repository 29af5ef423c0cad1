alter table reservation
  -- The time in which cancelling returned the deposit was over before the reservation was moved to a later session or with its session.
  add column deposit_stays boolean not null default false;
