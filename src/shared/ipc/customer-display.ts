import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { Amount } from '#shared/core/money.ts'

/** Protocols of line displays: digits with lamps (LED8), or two lines of twenty characters (VFD). */
export const DisplayProtocol = z.enum(['led8', 'vfd'])
export type DisplayProtocol = z.infer<typeof DisplayProtocol>

export const CustomerDisplaySettings = z.object({
  /** Serial port of the customer display; empty if there is none. */
  path: z.string().max(200).default(''),
  protocol: DisplayProtocol.default('led8'),
  baudRate: z.number().int().min(1200).max(921600).default(2400),
})
export type CustomerDisplaySettings = z.infer<typeof CustomerDisplaySettings>

/** What the customer display shows: nothing, the amount to pay, or a member's balance. */
export const CustomerView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome') }),
  z.object({ kind: z.literal('due'), amount: Amount }),
  z.object({ kind: z.literal('balance'), amount: Amount }),
])
export type CustomerView = z.infer<typeof CustomerView>

/** The complete content of the guest screen. */
export const GuestView = z.object({
  locale: z.enum(['zh', 'en']),
  store: z.string().max(100),
  view: CustomerView,
  /** Masked name of the member at the counter; empty for a walk-in. */
  name: z.string().max(60),
  level: z.string().max(60),
  /** Current selection, such as a rule and the number of people. */
  item: z.string().max(100),
  people: z.number().int().min(1),
  vehicle: z.string().max(100),
  /** Number of the ticket just created; empty before. */
  ticketNo: z.string().max(40),
  /** Called numbers and the number of waiting entries; null if the queue is unknown. */
  line: z.object({ called: z.array(z.string().max(40)).max(12), waiting: z.number().int().min(0) }).nullable(),
})
export type GuestView = z.infer<typeof GuestView>

/** A view with the texts from the settings. */
export const GuestPicture = GuestView.extend({ words: z.array(z.string()) })
export type GuestPicture = z.infer<typeof GuestPicture>

export const customerDisplayGroup = ipcGroup(
  {
    show: { input: CustomerView, result: z.object({}) },
    /** The same for the guest screen, with more details. */
    showGuests: { input: GuestView, result: z.object({}) },
  },
  {},
)
