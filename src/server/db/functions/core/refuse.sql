-- Raises an expected failure: the server turns it into an AppError with this code and these details.
create or replace function refuse(code text, details jsonb default '{}') returns void language plpgsql as $$
begin
  raise exception using errcode = 'PL001', message = code, detail = details::text;
end
$$;
