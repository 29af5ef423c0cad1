import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
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
}
