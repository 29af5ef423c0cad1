-- A ticket that nobody printed in time is closed instead of waiting for ever.
alter table print_job drop constraint print_job_state;
alter table print_job add constraint print_job_state
  check (state in ('waiting', 'claimed', 'printed', 'unknown', 'expired'));
