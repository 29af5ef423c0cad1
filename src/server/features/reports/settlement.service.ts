import type { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Cell } from '#server/core/workbooks/excel.write.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { Settlement, SettlementOwed } from '#shared/features/reports/settlement.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { daysAsked, type ReportDays, thisMonth, todayOf } from './report-days.service.ts'
import { reportFile } from './report-workbook.service.ts'
import { type ClearedDay, clearedDays } from './settlement.repository.ts'

type SettlementQuery = Partial<ReportDays> & { sysOrgCode?: string | undefined }

const MAX_DAYS = 400

/** What the stores of chains owe each other for rides of their members in the requested days. */
export async function settlementOf(
  deps: Pick<Deps, 'clock'>,
  { user }: Pick<CallContext, 'user'>,
  trx: Transaction,
  query: SettlementQuery,
): Promise<Settlement> {
  const stores = storesOf(user, query.sysOrgCode)
  const asked = daysAsked(query, thisMonth(await todayOf(trx, deps.clock(), undefined)), MAX_DAYS)
  const found = await clearedDays(trx, asked, stores)
  const pairs = Map.groupBy(found, ({ homeOrgCode, rideOrgCode }) => `${homeOrgCode} ${rideOrgCode}`)
  return {
    ...asked,
    pairs: [...pairs.values()].flatMap((days) => (days[0] ? [{ ...pairOf(days[0]), ...sumOf(days) }] : [])),
    days: found.map((one) => ({ day: one.day, ...pairOf(one), ...sumOf([one]) })),
    total: sumOf(found),
  }
}

const pairOf = ({ homeOrgCode, homeName, rideOrgCode, rideName }: ClearedDay) => ({
  homeOrgCode,
  homeOrgCode_dictText: homeName,
  rideOrgCode,
  rideOrgCode_dictText: rideName,
})

function sumOf(days: readonly ClearedDay[]): SettlementOwed {
  const sum = (what: keyof SettlementOwed): number => days.reduce((all, one) => all + one[what], 0)
  return {
    balance: fromMinor(sum('balance')),
    give: fromMinor(sum('give')),
    integral: sum('integral'),
    laps: sum('laps'),
    coins: sum('coins'),
    frequency: sum('frequency'),
    unlimited: sum('unlimited'),
    charges: sum('charges'),
  }
}

const COLUMNS = [
  ['balance', 'ledgerAccount.balance'],
  ['give', 'ledgerAccount.give'],
  ['integral', 'ledgerAccount.integral'],
  ['laps', 'ledgerAccount.laps'],
  ['coins', 'ledgerAccount.coins'],
  ['frequency', 'ledgerAccount.frequency'],
  ['unlimited', 'ledgerAccount.unlimited'],
  ['charges', 'settlement.charges'],
] as const

/** A workbook with a row for each day and pair, followed by the sums of the pairs. */
export const settlementWorkbook = (deps: Deps, ctx: CallContext, query: SettlementQuery): Promise<FileAnswer> =>
  reportFile(deps, ctx, async () => {
    const { locale } = ctx
    const { from, until, pairs, days } = await ctx.tx((trx) => settlementOf(deps, ctx, trx, query))
    const line = (day: string, one: Settlement['pairs'][number]): Cell[] => [
      day,
      one.homeOrgCode_dictText,
      one.rideOrgCode_dictText,
      ...COLUMNS.map(([name]): Cell => one[name]),
    ]
    return {
      title: 'sheet.settlement',
      about: text(locale, 'reports.days', { from, until }),
      headings: [
        text(locale, 'settlement.day'),
        text(locale, 'settlement.home'),
        text(locale, 'settlement.ride'),
        ...COLUMNS.map(([, key]) => text(locale, key)),
      ],
      rows: [
        ...days.map(({ day, ...one }) => line(day, one)),
        ...pairs.map((one) => line(text(locale, 'reports.total'), one)),
      ],
    }
  })
