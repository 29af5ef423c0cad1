import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { CLAIM_MS, CLOCK_SLACK_MS, limitsOf } from './payments.steps.ts'

export type PaymentRow = Selectable<Tables['payment']>
export type RefundRow = Selectable<Tables['paymentRefund']>

/** Key of a payment or refund. */
export interface PaymentKey {
  id: string
  orgCode: string
}

const MAX_BATCH = 20

const secondsOf = (milliseconds: number) => sql`${milliseconds / 1000}::float8`

/** SQL of when an open payment must have ended, after which it is closed in any case. `payment` is the alias of its table. */
export const closesAt = (payment: string): RawBuilder<Date> => {
  const [way, createdAt] = [sql.ref(`${payment}.way`), sql.ref(`${payment}.created_at`)]
  return sql`${createdAt} + make_interval(secs => case ${way} when 'code' then ${secondsOf(limitsOf('code').giveUp)}
    else ${secondsOf(limitsOf('jsapi').giveUp)} end)`
}

/**
 * Claims due payments, so that no other copy processes them. An overdue payment does not wait for a claim: its end is decided under the row
 * lock. The same applies to one far in the future, because the clock was set back.
 */
export async function claimDuePayments(trx: Transaction, now: Date): Promise<PaymentRow[]> {
  const farFuture = new Date(now.getTime() + CLOCK_SLACK_MS)
  const { rows } = await sql<PaymentRow>`
    update payment p set claim_until = ${new Date(now.getTime() + CLAIM_MS)}
    from (select o.id, o.org_code from payment o
      where (next_at <= ${now} or ended_at is null and next_at > ${farFuture})
        and (claim_until is null or claim_until <= ${now}
          or ended_at is null and (${closesAt('o')} <= ${now} or created_at > ${farFuture}))
      order by next_at limit ${MAX_BATCH} for update skip locked) due
    where p.id = due.id and p.org_code = due.org_code returning p.*`.execute(trx)
  return rows
}

export async function claimDueRefunds(trx: Transaction, now: Date): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    update payment_refund r set claim_until = ${new Date(now.getTime() + CLAIM_MS)}
    from (select id, org_code from payment_refund
      where state = 'owed' and next_at <= ${now} and (claim_until is null or claim_until <= ${now})
      order by next_at limit ${MAX_BATCH} for update skip locked) due
    where r.id = due.id and r.org_code = due.org_code returning r.*`.execute(trx)
  return rows
}

export const findPayment = (trx: Transaction, id: string): Promise<PaymentRow | undefined> =>
  trx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a payment, so that concurrent ends are serialized. */
export const lockPayment = (trx: Transaction, { id, orgCode }: PaymentKey): Promise<PaymentRow> =>
  trx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function updatePayment(
  trx: Transaction,
  { id, orgCode }: PaymentKey,
  set: Updateable<Tables['payment']>,
): Promise<void> {
  await trx.updateTable('payment').set(set).where('id', '=', id).where('orgCode', '=', orgCode).execute()
}

export const lockRefund = (trx: Transaction, { id, orgCode }: PaymentKey): Promise<RefundRow> =>
  trx
    .selectFrom('paymentRefund')
    .selectAll()
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function updateRefund(
  trx: Transaction,
  { id, orgCode }: PaymentKey,
  set: Updateable<Tables['paymentRefund']>,
): Promise<void> {
  await trx.updateTable('paymentRefund').set(set).where('id', '=', id).where('orgCode', '=', orgCode).execute()
}
