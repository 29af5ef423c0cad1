-- Names as they are spelled in pinyin, by which members are found. A job spells those of members who are there already.
alter table member
  add column spelling text collate "C" not null default '',
  add column nickname_spelling text collate "C" not null default '';
create index member_spelling on member (org_code, spelling, id);
create index member_nickname_spelling on member (org_code, nickname_spelling, id);
-- What the job has still to do: empty when it is done.
create index member_unspelled on member (org_code, id) where spelling = '';
