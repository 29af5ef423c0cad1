-- The number on the paper that a terminal printed by itself, also where the server had given the start another one: a
-- customer comes with either.
alter table play_before_pay add column terminal_ticket text not null default '';
