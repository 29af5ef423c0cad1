import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { demoStores, demoUsers } from './access.ts'

const id = (number: number): string => `01900000-0000-7000-8021-${String(number).padStart(12, '0')}`
const DAY_MS = 86_400_000

/** Packages of SMS, and a purchase; with sales, a store whose SMS are counted and go to the sandbox. */
export async function seedGuestMessages(
  trx: Transaction,
  now: Date,
  { withSales }: { withSales: boolean },
): Promise<void> {
  const { orgCode } = demoStores.A01A01
  const offers = [
    { id: id(1), name: '体验包', texts: 1000, price: 6000 },
    { id: id(2), name: '标准包', texts: 5000, price: 27_500 },
    { id: id(3), name: '大包', texts: 20_000, price: 100_000 },
  ]
  const written = { sellerCode: orgCode, createdBy: 'admin', createdAt: now, updatedBy: null, updatedAt: null }
  await trx
    .insertInto('smsPackage')
    .values(offers.map((offer) => ({ ...offer, ...written })))
    .execute()
  const sentAt = new Date(now.getTime() - 6 * DAY_MS)
  await trx
    .insertInto('massMessage')
    .values({
      id: id(21),
      orgCode,
      campaignId: id(22),
      title: '周末活动',
      content: '会员全场八折，欢迎光临',
      audience: JSON.stringify({ levels: [] }),
      state: 'done',
      parts: 1,
      planned: 132,
      position: null,
      queued: 132,
      optedOut: 9,
      noConsent: 41,
      noPhone: 3,
      sent: 130,
      failed: 2,
      nextAt: null,
      createdBy: 'manager',
      createdAt: sentAt,
      updatedBy: null,
      updatedAt: sentAt,
      endedAt: new Date(sentAt.getTime() + 90_000),
    })
    .execute()
  await trx
    .insertInto('smsEntry')
    .values({ orgCode, kind: 'mass', causeId: id(21), delta: withSales ? -132 : 0, texts: 132, createdAt: sentAt })
    .execute()
  // Tests set what their stores have left, and who has agreed.
  if (!withSales) return
  const at = new Date(now.getTime() - 20 * DAY_MS)
  await trx
    .insertInto('smsPurchase')
    .values({
      id: id(11),
      orgCode,
      packageName: '体验包',
      texts: 1000,
      amount: 6000,
      sellerCode: orgCode,
      state: 'paid',
      textsAfter: 1000,
      operatorId: demoUsers.manager.id,
      operatorName: demoUsers.manager.realname,
      createdAt: at,
      endedAt: at,
    })
    .execute()
  await sql`
    insert into payment (id, org_code, order_kind, provider, amount, subject, code_sealed, state, transaction_id, operator_id,
      operator_name, created_at, asked_at, paid_at, ended_at)
    select id, seller_code, 'smsPurchase', 'sandbox', amount, package_name, '', 'paid', 'SANDBOXSMS1', operator_id, operator_name,
      ended_at, ended_at, ended_at, ended_at from sms_purchase`.execute(trx)
  await sql`
    insert into sandbox_trade (id, org_code, amount, behaviour, made_at, pays_at)
    select id, seller_code, amount, 'success', ended_at, ended_at from sms_purchase`.execute(trx)
  await trx
    .insertInto('smsEntry')
    .values({ orgCode, kind: 'purchase', causeId: id(11), delta: 1000, texts: 0, createdAt: at })
    .execute()
  // The demo sends nothing to anybody, and says so.
  await trx
    .insertInto('smsProvider')
    .values({
      orgCode: demoStores.A01.orgCode,
      provider: 'sandbox',
      enabled: true,
      settings: '{}',
      secretSealed: '',
      templates: JSON.stringify([
        { templateCode: 'mass.message', providerCode: 'SANDBOX_1', params: ['title', 'content'] },
        { templateCode: 'birthday.greeting', providerCode: 'SANDBOX_2', params: ['name', 'store'] },
        { templateCode: 'value.ending', providerCode: 'SANDBOX_3', params: ['name', 'store', 'value', 'until'] },
        { templateCode: 'queue.called', providerCode: 'SANDBOX_4', params: ['number', 'store'] },
        {
          templateCode: 'reservation.reminder',
          providerCode: 'SANDBOX_5',
          params: ['name', 'store', 'time', 'number', 'people'],
        },
      ]),
      updatedBy: 'admin',
      updatedAt: now,
    })
    .execute()
  await trx.updateTable('store').set({ smsCount: 868 }).where('orgCode', '=', orgCode).execute()
  await sql`update member set message_consent = case right(id, 1) when '3' then 'NO' when '7' then '' else 'YES' end`.execute(
    trx,
  )
}
