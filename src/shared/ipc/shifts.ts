import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { CountedShift, CounterShift, DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'

/** The drawer of this counter as the terminal knows it while the server is away. */
export const ShiftHere = z.object({
  /** The open shift; null: there is none. */
  shift: CounterShift.nullable(),
  /** Whether the server ever said which shift is open here; nothing can be done with the drawer otherwise. */
  isKnown: z.boolean(),
  /** What was done with the drawer here and the server does not have yet. */
  waiting: z.number().int(),
})
export type ShiftHere = z.infer<typeof ShiftHere>

/** Something that is done with the drawer without the server; asked for once more under its id it is the same. */
export const ShiftAct = DeferredShiftAction.pick({
  act: true,
  shiftId: true,
  amount: true,
  cashierId: true,
  remark: true,
  doPrint: true,
}).extend({ id: z.uuid() })
export type ShiftAct = z.input<typeof ShiftAct>

/** The same in the sync centre, from the moment it was done until seven days after. */
export const ShiftActItem = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'sending', 'sent', 'refused', 'dismissed']),
  act: DeferredShiftAction.shape.act,
  amount: z.number(),
  cashierName: z.string(),
  happenedAt: z.iso.datetime({ offset: true }),
  /** What a count came to, once the server has said so. */
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
    /** Committed to this computer, and sent when the server is back. */
    act: { input: ShiftAct, result: ShiftHere },
    list: { input: z.object({}), result: z.array(ShiftActItem) },
    retry: { input: z.object({ id: z.uuid() }), result: ShiftActItem },
    dismiss: { input: z.object({ id: z.uuid(), remark: z.string().trim().min(1).max(200) }), result: ShiftActItem },
  },
  { changed: z.object({}) },
)
