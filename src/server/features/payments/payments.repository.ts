import { type Selectable, sql, type Updateable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { CLAIM_MS, CLOCK_SLACK_MS, GIVE_UP_AFTER_MS } from './payments.steps.ts'

export type PaymentRow = Selectable<Tables['payment']>
export type RefundRow = Selectable<Tables['paymentRefund']>

/** Which row: a payment or a refund of one. */
export interface Which {
  id: string
  orgCode: string
}

const AT_ONCE = 20

/**
 * Takes what is due, so that no other copy works on it meanwhile. A payment whose time is over waits for nobody: its end is decided
 * under its row's lock. So does one that seems to lie far ahead, because the clock was set back.
 */
export async function claimDuePayments(trx: Transaction, now: Date): Promise<PaymentRow[]> {
  const overdue = new Date(now.getTime() - GIVE_UP_AFTER_MS)
  const ahead = new Date(now.getTime() + CLOCK_SLACK_MS)
  const { rows } = await sql<PaymentRow>`
    update payment p set claim_until = ${new Date(now.getTime() + CLAIM_MS)}
    from (select id, org_code from payment
      where (next_at <= ${now} or ended_at is null and next_at > ${ahead})
        and (claim_until is null or claim_until <= ${now}
          or ended_at is null and (created_at <= ${overdue} or created_at > ${ahead}))
      order by next_at limit ${AT_ONCE} for update skip locked) due
    where p.id = due.id and p.org_code = due.org_code returning p.*`.execute(trx)
  return rows
}

export async function claimDueRefunds(trx: Transaction, now: Date): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    update payment_refund r set claim_until = ${new Date(now.getTime() + CLAIM_MS)}
    from (select id, org_code from payment_refund
      where state = 'owed' and next_at <= ${now} and (claim_until is null or claim_until <= ${now})
      order by next_at limit ${AT_ONCE} for update skip locked) due
    where r.id = due.id and r.org_code = due.org_code returning r.*`.execute(trx)
  return rows
}

export const findPayment = (trx: Transaction, id: string): Promise<PaymentRow | undefined> =>
  trx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()

/** Whoever would end it at the same time waits here. */
export const lockPayment = (trx: Transaction, { id, orgCode }: Which): Promise<PaymentRow> =>
  trx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function updatePayment(
  trx: Transaction,
  { id, orgCode }: Which,
  set: Updateable<Tables['payment']>,
): Promise<void> {
  await trx.updateTable('payment').set(set).where('id', '=', id).where('orgCode', '=', orgCode).execute()
}

export const lockRefund = (trx: Transaction, { id, orgCode }: Which): Promise<RefundRow> =>
  trx
    .selectFrom('paymentRefund')
    .selectAll()
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function updateRefund(
  trx: Transaction,
  { id, orgCode }: Which,
  set: Updateable<Tables['paymentRefund']>,
): Promise<void> {
  await trx.updateTable('paymentRefund').set(set).where('id', '=', id).where('orgCode', '=', orgCode).execute()
}
