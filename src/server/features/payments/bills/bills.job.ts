import { type Selectable, sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { sendNotice, usersWithAction } from '#server/features/messages/index.ts'
import { dayBounds, daysBefore } from '#server/features/payments/providers/bill-day.calc.ts'
import type { BillLine } from '#server/features/payments/providers/payment-provider.types.ts'
import { requireProvider } from '#server/features/payments/providers/payment-providers.service.ts'
import { formatMinor } from '#shared/core/money.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { differencesOf, type PaymentTotal } from './bills.calc.ts'

type ProviderRow = Pick<Selectable<Tables['paymentProvider']>, 'provider' | 'orgCode'>

/** Users with this action are notified of differences. */
const NOTIFIED_ACTION = 'payment:settle'

/**
 * Compares the bills of the last days with our payments, each day once, and notifies managers of differences. Returns the number of bills
 * compared.
 */
export async function compareBills(deps: Deps, days: number): Promise<number> {
  const providers = await deps.db.scoped(EVERY_STORE, (trx) =>
    trx.selectFrom('paymentProvider').select(['provider', 'orgCode']).orderBy('orgCode').orderBy('provider').execute(),
  )
  let compared = 0
  for (const provider of providers) {
    for (let daysAgo = 1; daysAgo <= days; daysAgo++) {
      if (await compareDay(deps, provider, daysBefore(deps.clock(), daysAgo), daysAgo > 1)) compared++
    }
  }
  return compared
}

/** Compares the bill of one day. Returns whether it was compared; a missing bill counts as an empty one where `isLate`. */
async function compareDay(deps: Deps, which: ProviderRow, day: string, isLate: boolean): Promise<boolean> {
  const { isDone, ours } = await deps.db.scoped(EVERY_STORE, async (trx) => ({
    isDone: await isCompared(trx, which, day),
    ours: await ourTotals(trx, which, day),
  }))
  if (isDone) return false
  let lines: BillLine[] | null
  try {
    lines = await (await requireProvider(deps, which)).bill(day)
  } catch (error) {
    // Bills of other stores are still compared, and this one the next night.
    deps.log.warn({ err: error, orgCode: which.orgCode }, 'the bill of a payment provider could not be read')
    return false
  }
  // A bill that is still missing a day later will never exist, because no payment was taken.
  if (!lines && !isLate) return false
  return storeComparison(deps, which, day, lines ?? [], ours)
}

async function isCompared(trx: Transaction, { provider, orgCode }: ProviderRow, day: string): Promise<boolean> {
  const { rows } = await sql`select from payment_bill
    where provider = ${provider} and org_code = ${orgCode} and day = ${day}`.execute(trx)
  return rows.length > 0
}

/** Our net amount of each payment of a provider on a day, in minor units. */
async function ourTotals(trx: Transaction, { provider, orgCode }: ProviderRow, day: string): Promise<PaymentTotal[]> {
  const { from, to } = dayBounds(day)
  const { rows } = await sql<PaymentTotal>`
    select id, sum(amount)::bigint as amount from (
      select id, amount from payment
        where org_code = ${orgCode} and provider = ${provider} and paid_at >= ${from} and paid_at < ${to}
      union all
      select p.id, -r.amount from payment_refund r join payment p on p.id = r.payment_id and p.org_code = r.org_code
        where r.org_code = ${orgCode} and p.provider = ${provider} and r.state = 'done'
          and r.ended_at >= ${from} and r.ended_at < ${to}
    ) moved group by id`.execute(trx)
  return rows
}

/** Stores that a day was compared, its differences and notices in one transaction, once. */
const storeComparison = (
  deps: Deps,
  which: ProviderRow,
  day: string,
  lines: BillLine[],
  ours: PaymentTotal[],
): Promise<boolean> =>
  deps.db.scoped(EVERY_STORE, async (trx) => {
    const { provider, orgCode } = which
    const now = deps.clock()
    const differences = differencesOf(ours, lines)
    const sum = (amounts: number[]): number => amounts.reduce((total, one) => total + one, 0)
    const added = await trx
      .insertInto('paymentBill')
      .values({
        orgCode,
        provider,
        day,
        records: lines.length,
        paid: sum(lines.map(({ amount }) => Math.max(amount, 0))),
        refunded: sum(lines.map(({ amount }) => Math.max(-amount, 0))),
        differences: differences.length,
        comparedAt: now,
      })
      .onConflict((conflict) => conflict.constraint('payment_bill_pkey').doNothing())
      .executeTakeFirst()
    if (!added.numInsertedOrUpdatedRows) return false
    for (const difference of differences) {
      const id = idFrom('difference', orgCode, provider, day, difference.reference)
      const stamp = { createdAt: now, settledAt: null }
      await trx
        .insertInto('paymentDifference')
        .values({ id, orgCode, provider, day, ...difference, ...stamp })
        .execute()
    }
    if (differences.length > 0) await notify(deps, trx, which, day, differences)
    return true
  })

async function notify(
  deps: Deps,
  trx: Transaction,
  { provider, orgCode }: ProviderRow,
  day: string,
  differences: readonly { ours: number; theirs: number }[],
): Promise<void> {
  const amount = formatMinor(differences.reduce((total, { ours, theirs }) => total + theirs - ours, 0))
  await sendNotice(deps, trx, await usersWithAction(trx, NOTIFIED_ACTION, orgCode), {
    orgCode,
    idFor: (userId) => idFrom('payment bill', orgCode, provider, day, userId),
    texts: (language) => {
      const params = {
        provider: text(language, `payments.provider.${provider}`),
        day,
        count: differences.length,
        amount,
      }
      return {
        title: text(language, 'payments.notice.differs', params),
        paragraphs: [text(language, 'payments.notice.differsMore', params)],
      }
    },
  })
}
