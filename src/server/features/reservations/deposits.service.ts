import { sql } from 'kysely'
import type { CallContext, Deps, PaidOrders } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { type LedgerCause, post } from '#server/features/ledger/index.ts'
import { startPayment } from '#server/features/payments/index.ts'
import type { payFromOf } from '#server/features/shifts/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import type { BookState } from '#shared/features/reservations/reservations.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { ReservationRow } from './reservations.repository.ts'

/** The order kind in payments. */
const RESERVATION = 'reservation'

/**
 * The proven cashier, as for an order; null if the store requires none and none is named. Throws `sessions.cashierRequired` or
 * `sessions.cashierUnknown`.
 */
export async function cashierFor(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  orgCode: string,
  cashierId: string | null | undefined,
): Promise<{ id: string; name: string } | null> {
  if (!cashierId) {
    const store = await trx
      .selectFrom('store')
      .select('cashierRequired')
      .where('orgCode', '=', orgCode)
      .executeTakeFirst()
    if (store?.cashierRequired === 'YES') throw new AppError('sessions.cashierRequired', { field: 'cashierId' })
    return null
  }
  const unknown = () => new AppError('sessions.cashierUnknown', { field: 'cashierId' })
  if (!isUuid(cashierId)) throw unknown()
  await sql`select check_cashier(${cashierId}::uuid, ${orgCode}, ${ctx.user.id}, ${ctx.tokenHash}, ${await ctx.terminal()}, ${deps.clock()})`.execute(
    trx,
  )
  const person = await trx.selectFrom('userAccount').select('realname').where('id', '=', cashierId).executeTakeFirst()
  if (!person) throw unknown()
  return { id: cashierId, name: person.realname }
}

/** Takes the deposit of a new reservation: cash at once, a scan when its payment has ended. */
export async function takeDeposit(
  deps: Deps,
  trx: Transaction,
  row: Pick<ReservationRow, 'id' | 'orgCode' | 'deposit' | 'depositPayMode' | 'operatorId' | 'operatorName'> &
    Pick<ReservationRow, 'cashierId' | 'terminalId'>,
  payCode: string,
): Promise<void> {
  const { id, orgCode, deposit: amount, operatorId, operatorName, cashierId, terminalId } = row
  if (row.depositPayMode === 'scan') {
    const subject = text('zh', 'reservation.deposit')
    const payment = { orderKind: RESERVATION, orderId: id, orgCode, amount, payCode, subject }
    await startPayment(deps, trx, { ...payment, operatorId, operatorName, cashierId, terminalId })
    return
  }
  await postDeposit(
    trx,
    { kind: 'bookDeposit', id, orgCode, operatorId, cashierId, terminalId, now: deps.clock() },
    'cash',
    amount,
  )
}

const postDeposit = (trx: Transaction, cause: LedgerCause, account: 'cash' | 'scan', delta: number) =>
  post(trx, cause, [
    { account, delta },
    { account: 'deposit', delta },
  ])

interface DepositEnding {
  isRetained: boolean
  /** The cause id in the ledger. */
  id: string
  operatorId: string
  cashierId: string | null
  terminalId: string | null
  reason: string
  /** Source of returned cash. */
  payFrom: ReturnType<typeof payFromOf>
  now: Date
}

/** Returns the deposit of a locked reservation by its original tender, or retains it; once. */
export async function endDeposit(trx: Transaction, row: ReservationRow, end: DepositEnding): Promise<void> {
  await sql`select end_book_deposit(r, ${end.isRetained}, ${end.id}, ${end.operatorId}, ${end.cashierId}, ${end.terminalId}, ${end.reason},
      ${JSON.stringify(end.payFrom)}::jsonb, ${end.now})
    from reservation r where r.id = ${row.id} and r.org_code = ${row.orgCode}`.execute(trx)
}

/** SQL of the state of a reservation whose guests are awaited. */
const bookedState = sql<BookState>`case when to_confirm then 'WAITING' else 'CONFIRMED' end`

/** Ends reservations with a pending deposit: confirmed when paid, unless staff must confirm them; cancelled when closed. */
export const paidReservations: PaidOrders = {
  kind: RESERVATION,
  async paid(trx, id, payment, deps) {
    const { orgCode, operatorId, cashierId, terminalId, amount } = payment
    const now = deps.clock()
    await trx
      .updateTable('reservation')
      .set({ state: bookedState, depositState: 'held', updatedAt: now })
      .where('id', '=', id)
      .where('orgCode', '=', orgCode)
      .where('depositState', '=', 'unpaid')
      .executeTakeFirst()
      .then(requireOne)
    await postDeposit(trx, { kind: 'bookDeposit', id, orgCode, operatorId, cashierId, terminalId, now }, 'scan', amount)
    await deps.realtime.publish({ topic: 'reservations', orgCode }, trx)
  },
  async closed(trx, id, { orgCode }, deps) {
    const now = deps.clock()
    await trx
      .updateTable('reservation')
      .set({ state: 'CANCELLED', depositState: 'failed', cancelledAt: now, updatedAt: now })
      .set({ cancelReason: text('zh', 'reservation.unpaidReason') })
      .where('id', '=', id)
      .where('orgCode', '=', orgCode)
      .where('depositState', '=', 'unpaid')
      .execute()
    await deps.realtime.publish({ topic: 'reservations', orgCode }, trx)
  },
}

function requireOne({ numUpdatedRows }: { numUpdatedRows: bigint }): void {
  if (numUpdatedRows !== 1n) throw new Error('the reservation of this payment does not wait for a deposit')
}
