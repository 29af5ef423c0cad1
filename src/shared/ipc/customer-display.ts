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

/** What the screen that faces the guests shows: everything that it knows is in here. */
export const GuestView = z.object({
  locale: z.enum(['zh', 'en']),
  store: z.string().max(100),
  view: CustomerView,
  /** Of the member at the counter, with the middle of the name blotted out; empty: a guest without a card. */
  name: z.string().max(60),
  level: z.string().max(60),
  /** What is being chosen, such as a rule, for how many. */
  item: z.string().max(100),
  people: z.number().int().min(1),
  vehicle: z.string().max(100),
  /** Of the ticket that was just made; empty before. */
  ticketNo: z.string().max(40),
  /** Who is called, and how many wait behind; null where this counter knows nothing of the line. */
  line: z.object({ called: z.array(z.string().max(40)).max(12), waiting: z.number().int().min(0) }).nullable(),
})
export type GuestView = z.infer<typeof GuestView>

/** A view with what the settings say besides. */
export const GuestPicture = GuestView.extend({ words: z.array(z.string()) })
export type GuestPicture = z.infer<typeof GuestPicture>

export const customerDisplayGroup = ipcGroup(
  {
    show: { input: CustomerView, result: z.object({}) },
    /** The same with everything that a screen has room for. */
    showGuests: { input: GuestView, result: z.object({}) },
  },
  {},
)
