import type { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Cell } from '#server/core/workbooks/excel.write.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { ages, ends, type Liability, type Owed, type PaidAndGift } from '#shared/features/reports/liability.contract.ts'
import { isTextKey, type Locale, text } from '#shared/i18n/catalogue.ts'
import { type BalanceMovement, type OwedPart, type OwedStore, owedNow } from './liability.repository.ts'
import { daysAsked, type ReportDays, thisMonth, todayOf } from './report-days.service.ts'
import { reportFile } from './report-workbook.service.ts'

export type LiabilityQuery = Partial<ReportDays> & { sysOrgCode?: string | undefined }

const MAX_DAYS = 400

/** The liability to members now, and its movement in the requested days. */
export async function liabilityOf(
  deps: Pick<Deps, 'clock'>,
  { user }: Pick<CallContext, 'user'>,
  trx: Transaction,
  query: LiabilityQuery,
): Promise<Liability> {
  const scope = storesOf(user, query.sysOrgCode)
  const now = deps.clock()
  const today = await todayOf(trx, now, scope)
  const days = daysAsked(query, thisMonth(today), MAX_DAYS)
  const { stores, parts, moved } = await owedNow(trx, now, days, scope)
  const owes = ({ orgCode, held, cards }: OwedStore): boolean =>
    held + cards > 0 || parts.some((part) => part.orgCode === orgCode)
  return {
    takenTime: toWireTime(now),
    total: owed(parts, stores),
    stores: stores.filter(owes).map((store) => ({
      sysOrgCode: store.orgCode,
      sysOrgCode_dictText: store.name,
      ...owed(
        parts.filter(({ orgCode }) => orgCode === store.orgCode),
        [store],
      ),
    })),
    movement: { ...days, ...movement(moved, parts) },
  }
}

const sumOf = (parts: readonly OwedPart[], kind: OwedPart['kind']): number =>
  parts.reduce((sum, part) => (part.kind === kind ? sum + part.value : sum), 0)

const both = (parts: readonly OwedPart[]): PaidAndGift => ({
  balance: fromMinor(sumOf(parts, 'balance')),
  give: fromMinor(sumOf(parts, 'give')),
})

const owed = (parts: readonly OwedPart[], stores: readonly OwedStore[]): Owed => ({
  ...both(parts),
  held: fromMinor(stores.reduce((sum, { held }) => sum + held, 0)),
  integral: sumOf(parts, 'integral'),
  laps: sumOf(parts, 'laps'),
  coins: sumOf(parts, 'coins'),
  frequency: sumOf(parts, 'frequency'),
  cards: stores.reduce((sum, { cards }) => sum + cards, 0),
  ages: ages.map((age) => ({ age, ...both(parts.filter((part) => part.age === age)) })),
  ends: ends.map((end) => ({ end, ...both(parts.filter((part) => part.end === end)) })),
})

/** The liability before and after the days, computed backwards from the current one. */
function movement(
  moved: readonly BalanceMovement[],
  parts: readonly OwedPart[],
): Pick<Liability['movement'], 'before' | 'causes' | 'after'> {
  const sum = (account: BalanceMovement['account'], pick: 'inPeriod' | 'later', cause?: string): number =>
    moved.reduce(
      (all, one) =>
        one.account === account && (cause === undefined || one.causeKind === cause) ? all + one[pick] : all,
      0,
    )
  const pair = (figure: (account: BalanceMovement['account']) => number): PaidAndGift => ({
    balance: fromMinor(figure('balance')),
    give: fromMinor(figure('give')),
  })
  const causes = [...new Set(moved.map(({ causeKind }) => causeKind))]
  const after = (account: BalanceMovement['account']): number => sumOf(parts, account) - sum(account, 'later')
  return {
    before: pair((account) => after(account) - sum(account, 'inPeriod')),
    causes: causes
      .map((causeKind) => ({ causeKind, ...pair((account) => sum(account, 'inPeriod', causeKind)) }))
      .filter(({ balance, give }) => balance !== 0 || give !== 0),
    after: pair(after),
  }
}

/** A workbook of each store by age and end, followed by the movement. */
export const liabilityWorkbook = (deps: Deps, ctx: CallContext, query: LiabilityQuery): Promise<FileAnswer> =>
  reportFile(deps, ctx, async () => {
    const { locale } = ctx
    const found = await ctx.tx((trx) => liabilityOf(deps, ctx, trx, query))
    const { from, until, before, causes, after } = found.movement
    const line = (store: string, what: string, { balance, give }: PaidAndGift): Cell[] => [store, what, balance, give]
    const rows = [
      ...found.stores.flatMap((store) => linesOf(store, locale)),
      ...(found.stores.length > 1
        ? linesOf({ ...found.total, sysOrgCode_dictText: text(locale, 'reports.total') }, locale)
        : []),
      line(text(locale, 'liability.movement'), text(locale, 'liability.before', { day: from }), before),
      ...causes.map(({ causeKind, ...change }) => line('', causeName(causeKind, locale), change)),
      line('', text(locale, 'liability.after', { day: until }), after),
    ]
    const headings = (['records.store', 'liability.what', 'liability.balance', 'liability.give'] as const).map((key) =>
      text(locale, key),
    )
    return {
      title: 'sheet.liability',
      about: text(locale, 'liability.asOf', { time: found.takenTime }),
      headings,
      rows,
    }
  })

const causeName = (cause: string, locale: Locale): string => {
  const key = `ledgerCause.${cause}`
  return isTextKey(key) ? text(locale, key) : cause
}

function linesOf(
  { sysOrgCode_dictText: store, ...all }: Owed & { sysOrgCode_dictText: string },
  locale: Locale,
): Cell[][] {
  return [
    [store, text(locale, 'reports.total'), all.balance, all.give],
    ...all.ages.map(({ age, balance, give }): Cell[] => [store, text(locale, `liability.age.${age}`), balance, give]),
    ...all.ends.map(({ end, balance, give }): Cell[] => [store, text(locale, `liability.end.${end}`), balance, give]),
    [store, text(locale, 'ledgerAccount.integral'), all.integral, null],
    [store, text(locale, 'ledgerAccount.laps'), all.laps, null],
    [store, text(locale, 'ledgerAccount.coins'), all.coins, null],
    [store, text(locale, 'ledgerAccount.frequency'), all.frequency, null],
    [store, text(locale, 'liability.cards'), all.cards, null],
  ]
}
