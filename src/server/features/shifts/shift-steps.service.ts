import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { causeOf, post } from '#server/features/ledger/index.ts'
import { openCountDifference } from '#server/features/reconciliation/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { CountedShift } from '#shared/features/shifts/shifts.schema.ts'
import { notifyOfDifference } from './count-notice.service.ts'
import { printSlip } from './shift-print.service.ts'
import { endShift, findShift, openShiftOf, type Person, type ShiftRow } from './shifts.repository.ts'

/** The start of a shift and its responsible cashier. */
interface ShiftStart {
  id: string
  orgCode: string
  cashierId: string
  float: number
  remark: string
  takenOver?: ShiftRow
  /** Time and user of a shift that was opened offline. */
  happenedAt?: Date
  by?: Person
}

/** The count at the end of a shift. */
interface Count {
  counted: number
  remark: string
  doPrint: 'YES' | 'NO'
  printId: string
  /** User and time of a count that was made offline. */
  by?: Person
  happenedAt?: Date
}

/** Creates the steps that open and close shifts, online or deferred. The caller has checked permissions. */
export function shiftSteps(deps: Deps) {
  const { clock, realtime } = deps

  const announce = (ctx: CallContext, orgCode: string) =>
    ctx.afterCommit(() => realtime.publish({ topic: 'shifts', orgCode }))

  async function begin(trx: Transaction, ctx: CallContext, input: ShiftStart): Promise<ShiftRow> {
    const { id, orgCode, cashierId, float, remark, takenOver, happenedAt, by = ctx.user } = input
    const terminalId = takenOver ? takenOver.terminalId : await ctx.terminal()
    const operatorId = takenOver ? takenOver.operatorId : by.id
    const openedAt = happenedAt ?? clock()
    // Locks the counter while one shift follows another.
    await sql`select pg_advisory_xact_lock(shift_seat(${orgCode}, ${terminalId}, ${operatorId}))`.execute(trx)
    const before = await openShiftOf(trx, { orgCode, terminalId, operatorId })
    if (before) throw new AppError('shifts.openAlready', { by: before.cashierName, time: toWireTime(before.openedAt) })
    const inserted = await sql`
      insert into shift (id, org_code, terminal_id, terminal_name, operator_id, cashier_id, cashier_name, business_day, opened_at,
        opening_float, taken_over, remark)
      select ${id}, ${orgCode}, ${terminalId},
        coalesce((select t.name from terminal t where t.id = ${terminalId} and t.org_code = ${orgCode}), ''),
        ${operatorId}, u.id, u.realname, business_day(${orgCode}, ${openedAt}), ${openedAt}, ${float}, ${takenOver?.id ?? null}, ${remark}
      from user_account u where u.id = ${cashierId}`.execute(trx)
    if (inserted.numAffectedRows !== 1n) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
    if (float > 0) {
      const base = await causeOf(deps, ctx, { kind: 'float', id, orgCode, cashierId })
      const cause = { ...base, terminalId, operatorId, ...(happenedAt ? { happenedAt, shiftId: id } : {}) }
      await post(trx, cause, [{ account: 'cash', delta: float }])
    }
    announce(ctx, orgCode)
    return findShift(trx, id)
  }

  async function end(
    trx: Transaction,
    ctx: CallContext,
    shift: ShiftRow,
    { by = ctx.user, happenedAt = clock(), ...count }: Count,
  ): Promise<CountedShift> {
    const counted = { counted: toMinor(count.counted), by, remark: count.remark, now: happenedAt }
    const closed = await endShift(trx, shift, counted)
    await openCountDifference(deps, ctx, trx, closed)
    await notifyOfDifference(deps, ctx, trx, closed)
    const jobId = count.doPrint === 'YES' ? await printSlip(deps, ctx, trx, closed, count.printId) : null
    const figures = {
      countedAmount: fromMinor(closed.counted ?? 0),
      expectedAmount: fromMinor(closed.expected ?? 0),
      differenceAmount: fromMinor(closed.difference ?? 0),
    }
    ctx.touched({
      id: shift.id,
      before: { state: 'open' },
      after: { state: 'closed', ...figures, remark: count.remark },
    })
    ctx.changesStore(shift.orgCode)
    announce(ctx, shift.orgCode)
    return { id: shift.id, ...figures, closeTime: toWireTime(closed.closedAt ?? clock()), jobId }
  }

  return { announce, begin, end }
}
