import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import { emptyFigures, readFigures } from '#server/features/statistics/index.ts'
import { newId } from '#shared/core/id.ts'
import { toMinor } from '#shared/core/money.ts'
import { daysAfter } from '#shared/core/time.ts'
import { drawersOf, findReport, type SellingStore, sellingStores, storeReport } from './daily-report.repository.ts'
import { sendReports } from './daily-report.service.ts'
import { owedParts } from './liability.repository.ts'

/**
 * Creates the missing reports of the last `daysBack` ended business days, and sends complete ones. It runs hourly, because business days
 * end at the hour and in the time zone of their store. Returns the number of reports created.
 */
export async function makeDailyReports(deps: Deps, daysBack: number): Promise<number> {
  const stores = await deps.db.scoped(EVERY_STORE, (trx) => sellingStores(trx, deps.clock()))
  const days = new Set<string>()
  let made = 0
  for (const store of stores) {
    for (let back = daysBack; back >= 1; back--) {
      const day = daysAfter(store.today, -back)
      days.add(day)
      if (await makeReport(deps, store, day)) made++
    }
  }
  for (const day of [...days].sort()) await sendReports(deps, stores, day)
  return made
}

/** Creates the report of a day; returns false if it exists. */
const makeReport = (deps: Deps, { orgCode }: SellingStore, day: string): Promise<boolean> =>
  deps.db.scoped(scopeOf(orgCode), async (trx) => {
    if (await findReport(trx, orgCode, day)) return false
    const now = { from: day, until: day }
    const lastWeek = daysAfter(day, -7)
    const before = { from: lastWeek, until: lastWeek }
    const [found] = await readFigures(trx, { by: 'store', now, before, stores: scopeOf(orgCode) })
    const figures = found?.now ?? emptyFigures()
    const parts = await owedParts(trx, deps.clock(), scopeOf(orgCode))
    const owed = (kind: 'balance' | 'give'): number =>
      parts.reduce((sum, part) => (part.kind === kind ? sum + part.value : sum), 0)
    const drawers = await drawersOf(trx, orgCode, day)
    await storeReport(trx, {
      id: newId(),
      orgCode,
      day,
      revenue: toMinor(figures.revenue),
      recharges: toMinor(figures.recharges),
      guests: toMinor(figures.guests),
      cash: toMinor(figures.cash),
      scan: toMinor(figures.scan),
      refunded: toMinor(figures.refunded),
      consumption: toMinor(figures.consumption),
      orders: figures.orders + figures.rechargeOrders,
      sessions: figures.sessions,
      tests: figures.tests,
      discount: toMinor(figures.discount),
      revenueBefore: toMinor(found?.before.revenue ?? 0),
      drawerDifference: drawers.difference,
      cashOutside: drawers.outside,
      openDifferences: drawers.open,
      owedBalance: owed('balance'),
      owedGive: owed('give'),
      createdAt: deps.clock(),
    })
    return true
  })
