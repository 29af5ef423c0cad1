import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { post } from '#server/features/ledger/index.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { CounterShift, ShiftMove } from '#shared/features/shifts/shifts.schema.ts'
import { shiftSteps } from './shift-steps.service.ts'
import { entriesOf, findShift, openShiftOf, type ShiftRow, shiftRules } from './shifts.repository.ts'

interface CountInput {
  id: string
  counted: number
  remark: string
  doPrint: 'YES' | 'NO'
  printId: string
}

/** Creates the service for shifts of counters. A counter is a terminal, or a user without one. */
export function shiftsService(deps: Deps) {
  const { clock } = deps
  const { announce, begin, end } = shiftSteps(deps)

  /** Throws `sessions.cashierUnknown` or similar if the cashier is neither the caller nor proven by password here, as for an order. */
  async function requireCashier(trx: Transaction, ctx: CallContext, cashierId: string, orgCode: string): Promise<void> {
    const { user, tokenHash } = ctx
    if (cashierId === user.id) return
    await sql`select check_cashier(${cashierId}, ${orgCode}, ${user.id}, ${tokenHash}, ${await ctx.terminal()}, ${clock()})`.execute(
      trx,
    )
  }

  /** Throws `shifts.notYours` unless the shift is the caller's own, or of this counter with a proven cashier. */
  async function requireOwn(trx: Transaction, ctx: CallContext, shift: ShiftRow): Promise<void> {
    if (shift.cashierId === ctx.user.id) return
    const terminalId = await ctx.terminal()
    const isHere = shift.terminalId === terminalId && (terminalId !== null || shift.operatorId === ctx.user.id)
    if (!isHere) throw new AppError('shifts.notYours', { by: shift.cashierName })
    await requireCashier(trx, ctx, shift.cashierId, shift.orgCode)
  }

  const isOwn = async (trx: Transaction, ctx: CallContext, shift: ShiftRow): Promise<boolean> => {
    if (shift.cashierId === ctx.user.id) return true
    const { rows } = await sql<{ proven: boolean }>`select exists (select from cashier_proof p
      where p.token_hash = ${ctx.tokenHash} and p.cashier_id = ${shift.cashierId} and p.org_code = ${shift.orgCode}
        and p.terminal_id is not distinct from ${await ctx.terminal()} and p.expires_at > ${clock()})
      or (select u.con_password_hash is null from user_account u where u.id = ${shift.cashierId}) as proven`.execute(
      trx,
    )
    return rows[0]?.proven === true
  }

  const toCounterShift = async (trx: Transaction, ctx: CallContext, shift: ShiftRow): Promise<CounterShift> => ({
    id: shift.id,
    cashierId: shift.cashierId,
    cashierName: shift.cashierName,
    terminalName: shift.terminalName,
    businessDay: shift.businessDay,
    openTime: toWireTime(shift.openedAt),
    floatAmount: fromMinor(shift.openingFloat),
    isOwn: await isOwn(trx, ctx, shift),
    entries: await entriesOf(trx, shift.id),
  })

  return {
    async current(ctx: CallContext): Promise<CounterShift | null> {
      const { orgCode, id: operatorId } = ctx.user
      const terminalId = await ctx.terminal()
      return ctx.tx(async (trx) => {
        const shift = await openShiftOf(trx, { orgCode, terminalId, operatorId })
        return shift && toCounterShift(trx, ctx, shift)
      })
    },

    open: (body: { floatAmount: number; cashierId?: string | undefined; remark: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const orgCode = await storeFor(trx, ctx.user)
        const cashierId = body.cashierId ?? ctx.user.id
        await requireCashier(trx, ctx, cashierId, orgCode)
        const { remark } = body
        const shift = await begin(trx, ctx, {
          id: ctx.key,
          orgCode,
          cashierId,
          float: toMinor(body.floatAmount),
          remark,
        })
        ctx.touched({ id: shift.id, after: { cashierId, floatAmount: body.floatAmount, terminalId: shift.terminalId } })
        return toCounterShift(trx, ctx, shift)
      }),

    move: (body: { id: string; kind: ShiftMove; amount: number; reason: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { kind, reason } = body
        const shift = await findShift(trx, body.id)
        await requireOwn(trx, ctx, shift)
        const { orgCode, terminalId, operatorId, cashierId } = shift
        // A shared lock like sales take: closing waits for it, and it sees whether the shift is closed.
        const { rows } = await sql<{ id: string | null }>`
          select open_shift(${orgCode}, ${terminalId}, ${operatorId}) as id`.execute(trx)
        if (rows[0]?.id !== shift.id) throw new AppError('shifts.notOpen')
        const amount = toMinor(body.amount)
        const now = clock()
        const entry = {
          id: ctx.key,
          orgCode,
          shiftId: shift.id,
          kind,
          amount,
          reason,
          createdBy: ctx.user.realname,
          createdAt: now,
        }
        await trx.insertInto('shiftEntry').values(entry).execute()
        const cause = { kind, id: ctx.key, orgCode, operatorId, cashierId, terminalId, now }
        await post(trx, cause, [{ account: 'cash', delta: kind === 'cashIn' ? amount : -amount }])
        ctx.touched({ id: shift.id, after: { kind, amount: body.amount, reason } })
        announce(ctx, orgCode)
        return toCounterShift(trx, ctx, shift)
      }),

    close: (body: CountInput, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const shift = await findShift(trx, body.id)
        await requireOwn(trx, ctx, shift)
        return end(trx, ctx, shift, body)
      }),

    handover: (body: CountInput & { cashierId: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const shift = await findShift(trx, body.id)
        await requireOwn(trx, ctx, shift)
        const { orgCode } = shift
        const cashierId = body.cashierId
        if (cashierId === shift.cashierId) throw new AppError('shifts.sameCashier', { field: 'cashierId' })
        await requireCashier(trx, ctx, cashierId, orgCode)
        const counted = await end(trx, ctx, shift, body)
        // The new shift starts with the count of both.
        const float = toMinor(body.counted)
        const next = await begin(trx, ctx, { id: ctx.key, orgCode, cashierId, float, remark: '', takenOver: shift })
        ctx.touched({ id: next.id, after: { cashierId, floatAmount: body.counted, takenOver: shift.id } })
        return { ...counted, next: await toCounterShift(trx, ctx, next) }
      }),

    forceClose: (body: { id: string; counted: number; remark: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await shiftRules(deps).requireListed(trx, [body.id], ctx)
        const { counted, remark } = body
        return end(trx, ctx, await findShift(trx, body.id), { counted, remark, doPrint: 'NO', printId: '' })
      }),
  }
}
