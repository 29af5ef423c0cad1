import { sql } from 'kysely'
import { toAppError } from '#server/core/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { post } from '#server/features/ledger/index.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { recordRefusal } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toMinor } from '#shared/core/money.ts'
import type { CountedShift, LateAct } from '#shared/features/shifts/shifts.schema.ts'
import { shiftSteps } from './shift-steps.service.ts'
import { findShift, type Person, type ShiftRow } from './shifts.repository.ts'

/** An act with whoever did it, where, and when by a clock that is never ahead of the server's. */
interface Told extends LateAct {
  at: Date
  by: Person
  orgCode: string
  terminalId: string
}

/**
 * What was done with the drawer of a terminal while the server was away. The terminal is believed, because it signs: it asked for the
 * passwords. What is refused is kept for the manager, because the cash has moved.
 */
export function deferredActions(deps: Deps) {
  const { clock } = deps
  const { announce, begin, end } = shiftSteps(deps)

  /** The shift of an act, which must be of the terminal that tells of it. */
  async function shiftOf(trx: Transaction, { shiftId, orgCode, terminalId }: Told): Promise<ShiftRow> {
    if (!shiftId) throw new AppError('common.invalidInput', { field: 'shiftId' })
    const shift = await findShift(trx, shiftId)
    if (shift.terminalId !== terminalId || shift.orgCode !== orgCode)
      throw new AppError('shifts.notYours', { by: shift.cashierName })
    return shift
  }

  /** Who answers from now on: somebody who serves in this store, or who was at work there. */
  async function cashierOf(trx: Transaction, { cashierId, by, orgCode }: Told): Promise<string> {
    if (!cashierId) throw new AppError('common.invalidInput', { field: 'cashierId' })
    const { rows } = await sql<{ serves: boolean }>`
      select serves_at(u, ${orgCode}) as serves from user_account u where u.id = ${cashierId}`.execute(trx)
    if (cashierId !== by.id && rows[0]?.serves !== true)
      throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
    return cashierId
  }

  async function open(trx: Transaction, ctx: CallContext, told: Told): Promise<null> {
    const { orgCode, amount, remark, at: happenedAt, by } = told
    const cashierId = await cashierOf(trx, told)
    const float = toMinor(amount)
    const shift = await begin(trx, ctx, { id: ctx.key, orgCode, cashierId, float, remark, happenedAt, by })
    ctx.touched({ id: shift.id, after: { cashierId, floatAmount: amount, happenedAt: happenedAt.toISOString() } })
    return null
  }

  /** Cash that was moved belongs to the shift that its terminal names, closed or not, whatever its clock said. */
  async function move(trx: Transaction, ctx: CallContext, told: Told, kind: 'cashIn' | 'cashOut'): Promise<null> {
    const { orgCode, terminalId, amount, remark: reason, by, at } = told
    if (reason === '') throw new AppError('common.invalidInput', { field: 'remark' })
    const { id: shiftId, cashierId, operatorId } = await shiftOf(trx, told)
    const fen = toMinor(amount)
    if (fen === 0) throw new AppError('common.invalidInput', { field: 'amount' })
    const entry = { id: ctx.key, orgCode, shiftId, kind, amount: fen, reason, createdBy: by.realname, createdAt: at }
    await trx.insertInto('shiftEntry').values(entry).execute()
    const of = { operatorId, cashierId, terminalId, shiftId }
    const cause = { kind, id: ctx.key, orgCode, ...of, now: clock(), happenedAt: at }
    await post(trx, cause, [{ account: 'cash', delta: kind === 'cashIn' ? fen : -fen }])
    ctx.touched({ id: shiftId, after: { kind, amount, reason, happenedAt: at.toISOString() } })
    announce(ctx, orgCode)
    return null
  }

  async function count(trx: Transaction, ctx: CallContext, told: Told): Promise<CountedShift> {
    const { amount: counted, remark, doPrint, printId, by, at: happenedAt } = told
    return end(trx, ctx, await shiftOf(trx, told), { counted, remark, doPrint, printId, by, happenedAt })
  }

  async function handOver(trx: Transaction, ctx: CallContext, told: Told): Promise<CountedShift> {
    const { orgCode, amount, at: happenedAt } = told
    const takenOver = await shiftOf(trx, told)
    const cashierId = await cashierOf(trx, told)
    if (cashierId === takenOver.cashierId) throw new AppError('shifts.sameCashier', { field: 'cashierId' })
    const counted = await count(trx, ctx, told)
    const float = toMinor(amount)
    const next = await begin(trx, ctx, { id: ctx.key, orgCode, cashierId, float, remark: '', takenOver, happenedAt })
    ctx.touched({ id: next.id, after: { cashierId, floatAmount: amount, takenOver: takenOver.id } })
    return counted
  }

  function take(trx: Transaction, ctx: CallContext, told: Told): Promise<CountedShift | null> {
    switch (told.act) {
      case 'open':
        return open(trx, ctx, told)
      case 'close':
        return count(trx, ctx, told)
      case 'handover':
        return handOver(trx, ctx, told)
      default:
        return move(trx, ctx, told, told.act)
    }
  }

  return async (body: LateAct, ctx: CallContext): Promise<{ counted: CountedShift | null }> => {
    const terminalId = await ctx.terminal()
    if (!terminalId) throw new AppError('terminals.offlineUnproven')
    keepRefusal(deps, ctx, body, terminalId)
    return ctx.tx(async (trx) => {
      const orgCode = await storeFor(trx, ctx.user)
      const at = new Date(Math.min(Date.parse(body.happenedAt), clock().getTime()))
      const by = (await personOf(trx, body.operatorId)) ?? ctx.user
      const counted = await take(trx, ctx, { ...body, at, by, orgCode, terminalId })
      await settleRefusal(trx, ctx, orgCode, clock())
      return { counted }
    })
  }
}

const personOf = (trx: Transaction, id: string): Promise<Person | undefined> =>
  trx.selectFrom('userAccount').select(['id', 'realname']).where('id', '=', id).executeTakeFirst()

/** Keeps what the server does not take, for the manager; see what a refused start leaves. */
function keepRefusal(deps: Deps, ctx: CallContext, payload: LateAct, terminalId: string): void {
  ctx.afterFailure(async (failure) => {
    const error = toAppError(failure)
    // A bug or an outage is no refusal: the terminal tries again. Nor is a key that stands for something else.
    if (!error || error.code === 'common.unavailable' || error.code === 'common.keyReused') return
    const { orgCode, scope, id: operatorId } = ctx.user
    const refused = { id: ctx.key, orgCode, operatorId, terminalId, error, payload }
    await deps.db.scoped(scope, (trx) => recordRefusal(trx, refused, deps.clock()))
    await deps.realtime.publish({ topic: 'refusals', orgCode })
  })
}

/** What was refused before and is taken now needs nobody's word any more. */
async function settleRefusal(trx: Transaction, ctx: CallContext, orgCode: string, now: Date): Promise<void> {
  await trx
    .updateTable('syncRefusal')
    .set({ state: 'settled', closedAt: now, closedBy: ctx.user.id })
    .where('id', '=', ctx.key)
    .where('orgCode', '=', orgCode)
    .where('state', '<>', 'settled')
    .execute()
}
