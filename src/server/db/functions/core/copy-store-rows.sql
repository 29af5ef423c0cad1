-- Copies a store's rows of one table to another store; returns how many. Each copy has a new id and the caller as its creator; deleted rows
-- are not copied, nor references to gifts, which are the other store's. Columns are read from the catalog, so that later ones are included.
create or replace function copy_store_rows(p_table text, p_from text, p_to text, p_by text, p_at timestamptz)
returns integer language plpgsql as $$
declare
  names text;
  sources text;
  kept text;
  copied integer;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum),
    string_agg(case
      when attname = 'id' then 'gen_random_uuid()'
      when attname = 'org_code' then '$2'
      when attname = 'created_by' or (attname = 'updated_by' and attnotnull) then '$3'
      when attname = 'created_at' or (attname = 'updated_at' and attnotnull) then '$4'
      when attname in ('updated_by', 'updated_at', 'gift_id') then 'null'
      when attname = 'gift_count' then '0'
      else quote_ident(attname) end, ', ' order by attnum),
    coalesce(max('withdrawn_at is null') filter (where attname = 'withdrawn_at'), 'true')
  into names, sources, kept
  from pg_attribute where attrelid = p_table::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('insert into %I (%s) select %s from %I where org_code = $1 and %s', p_table, names, sources, p_table, kept)
    using p_from, p_to, p_by, p_at;
  get diagnostics copied = row_count;
  return copied;
end
$$;
