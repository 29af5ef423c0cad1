-- What a member is called where everybody sees it, such as on a big screen; and what staff want to be called by the program.
alter table member add column racer_name text not null default 'nickname'
  constraint member_racer_name_known check (racer_name in ('nickname', 'realname', 'none'));
alter table user_account add column nickname text not null default '';
