-- Own coupons that are valid in several stores of a chain.
alter table coupon_batch
  -- The stores where its codes are valid besides its own. A batch of a chain is valid in these alone.
  add column store_codes text[] not null default '{}';

alter table coupon_code
  -- The store that used it, where that is not the store of its batch.
  add column used_org text collate "C";

create index coupon_code_used_elsewhere on coupon_code (used_org) where used_org is not null;

alter table coupon_reversal
  -- The same of the redemption.
  add column used_org text collate "C";

-- With the store that used it.
create or replace view listed_coupon_code with (security_invoker = true) as
  select c.id, c.org_code, c.batch_id, b.name as batch_name, b.kind, b.value, c.number, c.code, c.member_id, c.issued_at, c.issued_by,
      b.valid_from, least(b.valid_until, c.valid_until) as ends_at,
      case when c.voided_at is not null then 'void' when c.used_at is not null then 'used'
        when least(b.valid_until, c.valid_until) <= now() then 'expired' else 'unused' end as state,
      c.used_for, c.used_at, c.voided_at, c.voided_by, c.void_reason, c.created_by, c.created_at,
      null::text as updated_by, null::timestamptz as updated_at, b.percent,
      case when c.used_at is not null then coalesce(c.used_org, c.org_code) end as used_org
    from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code;
