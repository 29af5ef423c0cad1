import { toWireTime } from '#shared/core/time.ts'
import type { CounterShift } from '#shared/features/shifts/shifts.schema.ts'
import type { DeferredActionRecord, DeferredActionStore } from './deferred-actions.store.ts'

/** The open shift of a counter; null where none is open, undefined where the server never reported it. */
export function shiftOf(store: Pick<DeferredActionStore, 'known'>, orgCode: string): CounterShift | null | undefined {
  const known = store.known(orgCode)
  return known ? shiftAfter(known.shift, known.since) : undefined
}

/** Applies deferred actions to the shift that the server last reported. */
export function shiftAfter(
  reported: CounterShift | null,
  acts: readonly (DeferredActionRecord & { id: string })[],
): CounterShift | null {
  let shift = reported
  for (const { id, body, cashierName, terminalName, businessDay, byName } of acts) {
    const { act, amount } = body
    const at = toWireTime(new Date(body.happenedAt))
    if (act === 'open' || act === 'handover')
      shift = {
        id,
        cashierId: body.cashierId ?? body.operatorId,
        cashierName,
        terminalName,
        businessDay,
        openTime: at,
        floatAmount: amount,
        // The cashier who took over has proven the password at this counter.
        isOwn: true,
        entries: [],
      }
    else if (act === 'close') shift = null
    else if (shift?.id === body.shiftId && shift) {
      const entry = { id, kind: act, amount, reason: body.remark, createTime: at, createBy: byName }
      shift = { ...shift, entries: [...shift.entries, entry] }
    }
  }
  return shift
}
