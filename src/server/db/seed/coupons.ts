import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { demoStores } from './access.ts'
import { demoRules } from './venue.data.ts'

const DAY = 86_400_000

/** Coupons issued by the demo stores: for one ride, for several, for an hour, and expired ones. */
export async function seedCoupons(trx: Transaction, now: Date): Promise<void> {
  const after = (days: number): Date => new Date(now.getTime() + days * DAY)
  const rules = demoRules.filter(({ consumeType }) => consumeType === 'GROUPCOUPON')
  const coupons = rules.flatMap(({ id, orgCode }) => {
    const one = { orgCode, ruleIds: [id], value: 6800, createdBy: 'manager', createdAt: after(-10) }
    return [
      { ...one, id: newId(), code: 'KART-2601', name: '单次体验券', validUntil: after(60) },
      { ...one, id: newId(), code: 'KART-2602', name: '单次体验券', validUntil: after(60) },
      { ...one, id: newId(), code: 'KART-5001', name: '五次套票', value: 29_800, usesAllowed: 5 },
      { ...one, id: newId(), code: 'KART-6001', name: '一小时不限次', value: 19_800, usesAllowed: -1, minutes: 60 },
      { ...one, id: newId(), code: 'KART-9001', name: '开业赠券', validUntil: after(-1), state: 'expired' as const },
    ]
  })
  await trx.insertInto('groupCoupon').values(coupons).execute()
  await seedBatches(trx, now)
  await seedChainBatch(trx, now)
}

/** Coupons of the demo stores: a credit that some members have; a free ride, a discount and a key ring on paper; and a batch that has ended. */
async function seedBatches(trx: Transaction, now: Date): Promise<void> {
  const after = (days: number): Date => new Date(now.getTime() + days * DAY)
  const rules = demoRules.filter(({ consumeType }) => consumeType === 'GROUPCOUPON')
  for (const { id: ruleId, orgCode } of rules) {
    const one = { orgCode, createdBy: 'manager', createdAt: after(-5) }
    const gift = { ...one, id: newId(), name: '生日礼金 20 元', kind: 'value' as const, value: 2000, count: 50 }
    const batches = [
      { ...gift, perMember: 1, validDays: 30 },
      {
        ...one,
        id: newId(),
        name: '新店体验券',
        kind: 'rule' as const,
        price: 2900,
        selfService: true,
        perMember: 2,
        ruleIds: [ruleId],
        count: 20,
        validUntil: after(60),
      },
      { ...gift, id: newId(), name: '春节红包', value: 800, count: 5, validFrom: after(-40), validUntil: after(-1) },
      {
        ...one,
        id: newId(),
        name: '周末八折券',
        kind: 'discount' as const,
        percent: 20,
        count: 40,
        validUntil: after(60),
      },
      {
        ...one,
        id: newId(),
        name: '钥匙扣领取券',
        kind: 'gift' as const,
        giftId: await keyRing(trx, orgCode),
        giftCount: 1,
        count: 30,
        validUntil: after(90),
      },
    ]
    await trx.insertInto('couponBatch').values(batches).execute()
    for (const { id } of batches) await sql`select store_coupon_codes(${id}, ${orgCode})`.execute(trx)
    await sql`select issue_coupons(${gift.id}, ${orgCode}, array(select id from member
        where org_code = ${orgCode} and merged_into is null and not frozen order by id limit 5), null, 1, 'manager', ${after(-1)})`.execute(
      trx,
    )
  }
}

/** Codes of the chain, which each of its stores redeems. */
async function seedChainBatch(trx: Transaction, now: Date): Promise<void> {
  const { A01, A01A01, A01A02 } = demoStores
  const batch = {
    id: newId(),
    orgCode: A01.orgCode,
    name: '连锁店庆 10 元',
    kind: 'value' as const,
    value: 1000,
    count: 30,
    storeCodes: [A01A01.orgCode, A01A02.orgCode],
    validUntil: new Date(now.getTime() + 45 * DAY),
    createdBy: 'hq',
    createdAt: new Date(now.getTime() - 3 * DAY),
  }
  await trx.insertInto('couponBatch').values(batch).execute()
  await sql`select store_coupon_codes(${batch.id}, ${batch.orgCode})`.execute(trx)
}

async function keyRing(trx: Transaction, orgCode: string): Promise<string> {
  const gift = trx.selectFrom('gift').select('id').where('orgCode', '=', orgCode).where('name', '=', '钥匙扣')
  return (await gift.executeTakeFirstOrThrow()).id
}
