-- What a store decides about itself, besides what it decided before.
alter table store
  -- What a terminal may let members spend without the server: one member, and all of them together, since it was last heard of.
  add column offline_member_cap bigint not null default 0
    constraint store_offline_member_cap_range check (offline_member_cap between 0 and 100000000),
  add column offline_terminal_cap bigint not null default 0
    constraint store_offline_terminal_cap_range check (offline_terminal_cap between 0 and 100000000),
  add column swap_start_keys text not null default 'NO'
    constraint store_swap_start_keys_known check (swap_start_keys in ('YES', 'NO')),
  add column receipt_head_zh text not null default '' constraint store_receipt_head_zh_length check (length(receipt_head_zh) <= 200),
  add column receipt_head_en text not null default '' constraint store_receipt_head_en_length check (length(receipt_head_en) <= 200),
  add column receipt_foot_zh text not null default '' constraint store_receipt_foot_zh_length check (length(receipt_foot_zh) <= 200),
  add column receipt_foot_en text not null default '' constraint store_receipt_foot_en_length check (length(receipt_foot_en) <= 200),
  -- Minutes after which a waiting entry expires, how many the board calls ahead, and whether the next is called by itself.
  add column queue_minutes integer not null default 60 constraint store_queue_minutes_range check (queue_minutes between 1 and 1440),
  add column queue_call_ahead integer not null default 10
    constraint store_queue_call_ahead_range check (queue_call_ahead between 1 and 100),
  add column queue_auto_call text not null default 'NO'
    constraint store_queue_auto_call_known check (queue_auto_call in ('YES', 'NO')),
  add column ranking_week text not null default 'mondayToSunday'
    constraint store_ranking_week_known check (ranking_week in ('mondayToSunday', 'saturdayToFriday')),
  -- How many places a ranking of a week, a month and a quarter has.
  add column ranking_week_count integer not null default 10
    constraint store_ranking_week_count_range check (ranking_week_count between 1 and 100),
  add column ranking_month_count integer not null default 10
    constraint store_ranking_month_count_range check (ranking_month_count between 1 and 100),
  add column ranking_quarter_count integer not null default 10
    constraint store_ranking_quarter_count_range check (ranking_quarter_count between 1 and 100),
  -- Hours after which a gift that was not handed out becomes one that is not given.
  add column gift_hours integer not null default 24 constraint store_gift_hours_range check (gift_hours between 1 and 720),
  -- Argon2id; null: no TV may sign in.
  add column tv_password_hash text;
