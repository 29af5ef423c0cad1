import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { Amount } from '#shared/core/money.ts'

/** What a line display understands: digits with lamps beside them (LED8), or two lines of twenty signs (VFD). */
export const DisplayProtocol = z.enum(['led8', 'vfd'])
export type DisplayProtocol = z.infer<typeof DisplayProtocol>

export const CustomerDisplaySettings = z.object({
  /** The serial port of the display that shows guests what they pay; empty where there is none. */
  path: z.string().max(200).default(''),
  protocol: DisplayProtocol.default('led8'),
  baudRate: z.number().int().min(1200).max(921600).default(2400),
})
export type CustomerDisplaySettings = z.infer<typeof CustomerDisplaySettings>

/** What the guest at the counter may see: nothing yet, what is to be paid, or what a member has. */
export const CustomerView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome') }),
  z.object({ kind: z.literal('due'), amount: Amount }),
  z.object({ kind: z.literal('balance'), amount: Amount }),
])
export type CustomerView = z.infer<typeof CustomerView>

export const customerDisplayGroup = ipcGroup({ show: { input: CustomerView, result: z.object({}) } }, {})
