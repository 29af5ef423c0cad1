import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { demoRules } from './venue.data.ts'

/**
 * Exchange rates of the demo stores: points for gift value, balance for laps, visits for points, coins for
 * points and laps, and one that is switched off.
 */
export async function seedExchangeRates(trx: Transaction, now: Date): Promise<void> {
  const stores = [...new Set(demoRules.map(({ orgCode }) => orgCode))]
  const rates = stores.flatMap((orgCode) => {
    const base = { orgCode, fromProject: '', toProject: '', createdBy: 'manager' }
    const points = { fromWallet: 'integral', fromUnits: 100, minimum: 100, step: 100 } as const
    const coins = { fromWallet: 'coins', fromUnits: 10, minimum: 10, step: 10 } as const
    return [
      { ...base, ...points, toWallet: 'give' as const, toUnits: 100, dayLimit: 2000, remark: '100 积分抵 1 元' },
      {
        ...base,
        fromWallet: 'balance' as const,
        fromUnits: 5000,
        toWallet: 'laps' as const,
        toUnits: 6,
        minimum: 5000,
        step: 5000,
      },
      {
        ...base,
        fromWallet: 'frequency' as const,
        fromProject: 'currency',
        fromUnits: 1,
        toWallet: 'integral' as const,
        toUnits: 300,
        minimum: 1,
        step: 1,
        dayLimit: 3,
        memberLevel: 'vip',
      },
      { ...base, ...coins, toWallet: 'integral' as const, toUnits: 50 },
      { ...base, ...coins, minimum: 20, toWallet: 'laps' as const, toUnits: 1, fromUnits: 20, step: 20, dayLimit: 200 },
      { ...base, ...points, toWallet: 'laps' as const, toUnits: 1, minimum: 200, active: false, remark: '活动结束' },
    ]
  })
  // One after the other, because lists show the newest first.
  const rows = rates.map((rate, index) => ({
    ...rate,
    id: newId(),
    createdAt: new Date(now.getTime() - (30 * 86_400 - index) * 1000),
  }))
  await trx.insertInto('exchangeRate').values(rows).execute()
}
