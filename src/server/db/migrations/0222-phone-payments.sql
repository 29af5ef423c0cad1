-- Payments that begin on the guest's own phone.
alter table payment
  -- code: the guest showed a code. jsapi and h5 of WeChat Pay, wap of Alipay: the guest pays on a page of the provider.
  add column way text not null default 'code',
  -- What the phone needs to open that page, sealed; forgotten when the payment ends. `code_sealed` then holds who pays, and from where.
  add column prepared_sealed text not null default '',
  add constraint payment_way_of_provider check (
    way = 'code' or way = any ('{jsapi,h5}'::text[]) and provider = 'wechat' or way = 'wap' and provider = 'alipay') not valid,
  add constraint payment_prepared_forgotten check (ended_at is null or prepared_sealed = '') not valid;
