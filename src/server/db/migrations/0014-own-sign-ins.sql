-- From where a sign-in was made, so that people recognize their own.
alter table access_token add column address text not null default '';
alter table access_token add column agent text not null default '';
comment on column access_token.agent is 'what the browser or terminal calls itself';
