-- The member page: members sign in by a code sent to their phone.

alter table sms_code drop constraint sms_code_mode_known;
alter table sms_code add constraint sms_code_mode_known check (mode in ('0', '1', '2', '3', '4'));
comment on column sms_code.mode is
  '0 sign-in, 1 register, 2 password reset; of members: 3 sign-in to the member page, 4 consumption password';

create table member_session (
  -- SHA-256 of the token, which only the member's phone has.
  token_hash text collate "C" not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Where it began, for the member's own list.
  address text not null,
  agent text not null,
  constraint member_session_pkey primary key (token_hash, org_code),
  constraint member_session_member foreign key (member_id, org_code) references member (id, org_code)
);
create unique index member_session_token on member_session (token_hash);
create index member_session_of_member on member_session (member_id, org_code, created_at);
select protect_by_store('member_session');
