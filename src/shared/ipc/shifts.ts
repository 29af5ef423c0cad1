import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { CountedShift, CounterShift, DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'

/** State of this counter's drawer while offline. */
export const ShiftHere = z.object({
  /** The open shift; null if none. */
  shift: CounterShift.nullable(),
  /** Whether the server ever reported this counter's shift; otherwise no offline actions are possible. */
  isKnown: z.boolean(),
  /** Unsent shift actions of this terminal. */
  waiting: z.number().int(),
})
export type ShiftHere = z.infer<typeof ShiftHere>

/** Input of an offline shift action; repeating an id has no further effect. */
export const ShiftAct = DeferredShiftAction.pick({
  act: true,
  shiftId: true,
  amount: true,
  cashierId: true,
  remark: true,
  doPrint: true,
}).extend({ id: z.uuid() })
export type ShiftAct = z.input<typeof ShiftAct>

/** A shift action in the sync centre, shown for seven days. */
export const ShiftActItem = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'sending', 'sent', 'refused', 'dismissed']),
  act: DeferredShiftAction.shape.act,
  amount: z.number(),
  cashierName: z.string(),
  happenedAt: z.iso.datetime({ offset: true }),
  /** Result of a count, once the server has responded. */
  counted: CountedShift.nullable(),
  code: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  remark: z.string(),
})
export type ShiftActItem = z.infer<typeof ShiftActItem>

export const shiftsGroup = ipcGroup(
  {
    here: { input: z.object({}), result: ShiftHere },
    /** Stored on this computer and sent when the server is back. */
    act: { input: ShiftAct, result: ShiftHere },
    list: { input: z.object({}), result: z.array(ShiftActItem) },
    retry: { input: z.object({ id: z.uuid() }), result: ShiftActItem },
    dismiss: { input: z.object({ id: z.uuid(), remark: z.string().trim().min(1).max(200) }), result: ShiftActItem },
  },
  { changed: z.object({}) },
)
