-- Members found by their face: the text of the consent, the consent of each member, and one encrypted template per consenting member.

-- The text for faces is a second kind of agreement, with versions and drafts of its own.
alter table agreement
  add column kind text not null default 'safety' constraint agreement_kind_known check (kind in ('safety', 'face')),
  drop constraint agreement_version_key,
  add constraint agreement_version_key unique (org_code, kind, version);
drop index agreement_draft_key;
create unique index agreement_draft_key on agreement (org_code, kind) where published_at is null;

alter table agreement_signature
  add column kind text not null default 'safety' constraint agreement_signature_kind_known check (kind in ('safety', 'face'));

create table face_template (
  member_id text collate "C" not null,
  org_code text collate "C" not null,
  -- The signature of the consent; it stays when the template is deleted.
  signature_id uuid not null,
  -- Templates of different models cannot be compared.
  model text not null,
  -- Encrypted with the store's key, bound to the member.
  template_sealed bytea not null constraint face_template_size check (octet_length(template_sealed) between 64 and 8192),
  enrolled_at timestamptz not null,
  enrolled_by_name text not null,
  constraint face_template_pkey primary key (member_id, org_code),
  constraint face_template_member foreign key (member_id, org_code) references member (id, org_code),
  constraint face_template_signature foreign key (signature_id, org_code) references agreement_signature (id, org_code)
);
create index face_template_of_store on face_template (org_code, model);
select protect_by_store('face_template');

alter table store
  add column face_search text not null default 'NO' constraint store_face_search_known check (face_search in ('YES', 'NO')),
  -- Days without a visit after which a template is deleted.
  add column face_keep_days integer not null default 180
    constraint store_face_keep_days_range check (face_keep_days between 1 and 730);

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000395', 'faces.forget', '0 35 * * * ?', '', '删除长期未到店会员和已关闭人脸识别门店的人脸特征');
