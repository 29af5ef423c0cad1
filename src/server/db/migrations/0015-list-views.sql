-- How people look at lists: their own names for filters, order and columns, which follow them to another browser.
create table list_view (
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  is_default boolean not null,
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint list_view_pkey primary key (id),
  constraint list_view_user_fkey foreign key (user_id) references user_account on delete cascade,
  constraint list_view_name_key unique (user_id, list, name)
);
-- A list opens with one of them at most.
create unique index list_view_default_key on list_view (user_id, list) where is_default;

create table screen_taste (
  user_id uuid not null,
  density text not null,
  constraint screen_taste_pkey primary key (user_id),
  constraint screen_taste_user_fkey foreign key (user_id) references user_account on delete cascade,
  constraint screen_taste_density_known check (density in ('compact', 'middle', 'large'))
);
