-- How long a call has taken: in the server, and in this statement.
create or replace function call_cost_ms(/* {waitedMs}. */ call jsonb) returns integer language sql volatile as $$
  select ((call ->> 'waitedMs')::integer + extract(milliseconds from clock_timestamp() - statement_timestamp()))::integer
$$;
