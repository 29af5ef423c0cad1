-- How long a signature counts, signatures on paper, and rules that ask for one whatever the store asks for otherwise.

alter table agreement_signature
  -- Drawn on a screen, or given on paper, which somebody has seen.
  add column way text not null default 'drawn' constraint agreement_signature_way_known check (way in ('drawn', 'paper')),
  -- As the member was called then.
  add column signer_name text not null default '',
  -- Null: as long as the text is the one of today.
  add column valid_until timestamptz,
  drop constraint agreement_signature_strokes_size,
  add constraint agreement_signature_strokes_size check (
    case way when 'paper' then strokes = '' else length(strokes) between 5 and 50000 end);
create index agreement_signature_list on agreement_signature (org_code, signed_at desc, id desc);

-- Until when what was signed last counts.
alter table member add column agreement_until timestamptz;

-- For how many days a signature counts; 0: until another version is published.
alter table store add column agreement_days integer not null default 0
  constraint store_agreement_days_range check (agreement_days between 0 and 3650);

alter table consume_rule add column needs_agreement boolean not null default false;

-- It is told the time now.
drop function if exists keep_agreement(text, text);
