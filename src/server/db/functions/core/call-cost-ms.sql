-- How long a call has taken in ms: in the server before this statement, and in this statement.
create or replace function call_cost_ms(/* {waitedMs}: ms in the server before this statement. */ call jsonb) returns integer language sql volatile as $$
  select ((call ->> 'waitedMs')::integer + 1000 * extract(epoch from clock_timestamp() - statement_timestamp()))::integer
$$;
