import { sql } from 'kysely'
import type { CallContext, Deps, PaidOrders } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { type LedgerCause, post } from '#server/features/ledger/index.ts'
import { startPayment } from '#server/features/payments/index.ts'
import type { payFromOf } from '#server/features/shifts/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { ReservationRow } from './reservations.repository.ts'

/** Kinds of orders, by which payments call them. */
const RESERVATION = 'reservation'

/** Who takes or gives money, proven as for an order; null where the store wants nobody named and nobody is. */
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
  if (!/^[0-9a-f-]{36}$/i.test(cashierId)) throw unknown()
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

interface End {
  isKept: boolean
  /** Under which the ledger has it. */
  id: string
  operatorId: string
  cashierId: string | null
  terminalId: string | null
  reason: string
  /** Of cash that goes back. */
  payFrom: ReturnType<typeof payFromOf>
  now: Date
}

/** Gives the deposit of a locked reservation back in the way it was paid, or keeps it for the venue; once. */
export async function endDeposit(trx: Transaction, row: ReservationRow, end: End): Promise<void> {
  await sql`select end_book_deposit(r, ${end.isKept}, ${end.id}, ${end.operatorId}, ${end.cashierId}, ${end.terminalId}, ${end.reason},
      ${JSON.stringify(end.payFrom)}::jsonb, ${end.now})
    from reservation r where r.id = ${row.id} and r.org_code = ${row.orgCode}`.execute(trx)
}

/** Reservations that wait for their deposit: paid, they stand; closed, they never were. */
export const paidReservations: PaidOrders = {
  kind: RESERVATION,
  async paid(trx, id, payment, deps) {
    const { orgCode, operatorId, cashierId, terminalId, amount } = payment
    const now = deps.clock()
    await trx
      .updateTable('reservation')
      .set({ state: 'CONFIRMED', depositState: 'held', updatedAt: now })
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
  if (numUpdatedRows !== 1n) throw new Error('a payment for a reservation that does not wait for one')
}
