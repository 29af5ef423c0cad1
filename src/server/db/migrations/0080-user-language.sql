-- In which language the system writes to somebody.

alter table user_account
  add column language text not null default 'zh' constraint user_account_language_known check (language in ('zh', 'en'));
comment on column user_account.language is 'of the last sign-in; notices and mails of the system are written in it';
