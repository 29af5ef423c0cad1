import { sql } from 'kysely'
import { toAppError } from '#server/core/http/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { post } from '#server/features/ledger/index.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { recordRefusal } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toMinor } from '#shared/core/money.ts'
import type { CountedShift, DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'
import { shiftSteps } from './shift-steps.service.ts'
import { findShift, type Person, type ShiftRow } from './shifts.repository.ts'

/** A deferred action with its user, store, terminal, and a time that is never in the future. */
interface DeferredAction extends DeferredShiftAction {
  at: Date
  by: Person
  orgCode: string
  terminalId: string
}

/**
 * Creates the handler for shift actions that a terminal made offline. The terminal signs its calls and has checked the passwords. Refused
 * actions are stored for the manager, because the cash has moved.
 */
export function deferredActions(deps: Deps) {
  const { clock } = deps
  const { announce, begin, end } = shiftSteps(deps)

  /** The shift of an action. Throws `shifts.notYours` if it belongs to another terminal. */
  async function shiftOf(trx: Transaction, { shiftId, orgCode, terminalId }: DeferredAction): Promise<ShiftRow> {
    if (!shiftId) throw new AppError('common.invalidInput', { field: 'shiftId' })
    const shift = await findShift(trx, shiftId)
    if (shift.terminalId !== terminalId || shift.orgCode !== orgCode)
      throw new AppError('shifts.notYours', { by: shift.cashierName })
    return shift
  }

  /** The new responsible cashier: a cashier of this store, or the user of the action. Throws `sessions.cashierUnknown`. */
  async function cashierOf(trx: Transaction, { cashierId, by, orgCode }: DeferredAction): Promise<string> {
    if (!cashierId) throw new AppError('common.invalidInput', { field: 'cashierId' })
    const { rows } = await sql<{ serves: boolean }>`
      select serves_at(u, ${orgCode}) as serves from user_account u where u.id = ${cashierId}`.execute(trx)
    if (cashierId !== by.id && rows[0]?.serves !== true)
      throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
    return cashierId
  }

  async function open(trx: Transaction, ctx: CallContext, action: DeferredAction): Promise<null> {
    const { orgCode, amount, remark, at: happenedAt, by } = action
    const cashierId = await cashierOf(trx, action)
    const float = toMinor(amount)
    const shift = await begin(trx, ctx, { id: ctx.key, orgCode, cashierId, float, remark, happenedAt, by })
    ctx.touched({ id: shift.id, after: { cashierId, floatAmount: amount, happenedAt: happenedAt.toISOString() } })
    return null
  }

  /** A cash movement belongs to the shift that the terminal names, open or closed, whatever its clock shows. */
  async function move(
    trx: Transaction,
    ctx: CallContext,
    action: DeferredAction,
    kind: 'cashIn' | 'cashOut',
  ): Promise<null> {
    const { orgCode, terminalId, amount, remark: reason, by, at } = action
    if (reason === '') throw new AppError('common.invalidInput', { field: 'remark' })
    const { id: shiftId, cashierId, operatorId } = await shiftOf(trx, action)
    const minor = toMinor(amount)
    if (minor === 0) throw new AppError('common.invalidInput', { field: 'amount' })
    const entry = { id: ctx.key, orgCode, shiftId, kind, amount: minor, reason, createdBy: by.realname, createdAt: at }
    await trx.insertInto('shiftEntry').values(entry).execute()
    const of = { operatorId, cashierId, terminalId, shiftId }
    const cause = { kind, id: ctx.key, orgCode, ...of, now: clock(), happenedAt: at }
    await post(trx, cause, [{ account: 'cash', delta: kind === 'cashIn' ? minor : -minor }])
    ctx.touched({ id: shiftId, after: { kind, amount, reason, happenedAt: at.toISOString() } })
    announce(ctx, orgCode)
    return null
  }

  async function count(trx: Transaction, ctx: CallContext, action: DeferredAction): Promise<CountedShift> {
    const { amount: counted, remark, doPrint, printId, by, at: happenedAt } = action
    return end(trx, ctx, await shiftOf(trx, action), { counted, remark, doPrint, printId, by, happenedAt })
  }

  async function handOver(trx: Transaction, ctx: CallContext, action: DeferredAction): Promise<CountedShift> {
    const { orgCode, amount, at: happenedAt } = action
    const takenOver = await shiftOf(trx, action)
    const cashierId = await cashierOf(trx, action)
    if (cashierId === takenOver.cashierId) throw new AppError('shifts.sameCashier', { field: 'cashierId' })
    const counted = await count(trx, ctx, action)
    const float = toMinor(amount)
    const next = await begin(trx, ctx, { id: ctx.key, orgCode, cashierId, float, remark: '', takenOver, happenedAt })
    ctx.touched({ id: next.id, after: { cashierId, floatAmount: amount, takenOver: takenOver.id } })
    return counted
  }

  function execute(trx: Transaction, ctx: CallContext, action: DeferredAction): Promise<CountedShift | null> {
    switch (action.act) {
      case 'open':
        return open(trx, ctx, action)
      case 'close':
        return count(trx, ctx, action)
      case 'handover':
        return handOver(trx, ctx, action)
      default:
        return move(trx, ctx, action, action.act)
    }
  }

  return async (body: DeferredShiftAction, ctx: CallContext): Promise<{ counted: CountedShift | null }> => {
    const terminalId = await ctx.terminal()
    if (!terminalId) throw new AppError('terminals.offlineUnproven')
    storeRefusal(deps, ctx, body, terminalId)
    return ctx.tx(async (trx) => {
      const orgCode = await storeFor(trx, ctx.user)
      const at = new Date(Math.min(Date.parse(body.happenedAt), clock().getTime()))
      const by = (await personOf(trx, body.operatorId)) ?? ctx.user
      const counted = await execute(trx, ctx, { ...body, at, by, orgCode, terminalId })
      await settleRefusal(trx, ctx, orgCode, clock())
      return { counted }
    })
  }
}

const personOf = (trx: Transaction, id: string): Promise<Person | undefined> =>
  trx.selectFrom('userAccount').select(['id', 'realname']).where('id', '=', id).executeTakeFirst()

/** Stores a refused action for the manager, like a refused start. */
function storeRefusal(deps: Deps, ctx: CallContext, payload: DeferredShiftAction, terminalId: string): void {
  ctx.afterFailure(async (failure) => {
    const error = toAppError(failure)
    // Bugs and outages are retried by the terminal; a reused key is no refusal of this action.
    if (!error || error.code === 'common.unavailable' || error.code === 'common.keyReused') return
    const { orgCode, scope, id: operatorId } = ctx.user
    const refused = { id: ctx.key, orgCode, operatorId, terminalId, error, payload }
    await deps.db.scoped(scope, (trx) => recordRefusal(trx, refused, deps.clock()))
    await deps.realtime.publish({ topic: 'refusals', orgCode })
  })
}

/** Settles an earlier refusal of an action that has succeeded now. */
async function settleRefusal(trx: Transaction, ctx: CallContext, orgCode: string, now: Date): Promise<void> {
  await trx
    .updateTable('syncRefusal')
    .set({ state: 'settled', closedAt: now, closedBy: ctx.user.id })
    .where('id', '=', ctx.key)
    .where('orgCode', '=', orgCode)
    .where('state', '<>', 'settled')
    .execute()
}
