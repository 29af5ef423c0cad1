-- How a store wants its papers to look, kind by kind; what has no row looks as it was delivered.
create table print_layout (
  kind text not null,
  org_code text collate "C" not null,
  blocks jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null,
  constraint print_layout_pkey primary key (kind, org_code)
);
select protect_by_store('print_layout');

-- Its logo for each width of paper, as the dots that a printer gets.
create table print_logo (
  width integer not null,
  org_code text collate "C" not null,
  height integer not null,
  dots bytea not null,
  constraint print_logo_pkey primary key (width, org_code),
  constraint print_logo_size check (width % 8 = 0 and height > 0 and octet_length(dots) = width / 8 * height)
);
select protect_by_store('print_logo');
