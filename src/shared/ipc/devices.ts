import { z } from 'zod'
import { OfflinePayment } from '#shared/features/sessions/offline-payment.schema.ts'

/** The life of a device connection: found again by itself with a growing pause. `off` means not configured. */
export const DeviceState = z.enum(['off', 'idle', 'opening', 'ready', 'lost', 'error'])
export type DeviceState = z.infer<typeof DeviceState>

/** How a reader's bytes become the one canonical card number (ten decimal digits). */
export const CardFormat = z.enum(['decimal10', 'decimal10Reversed', 'wiegand26', 'hex'])
export type CardFormat = z.infer<typeof CardFormat>

/** How a reader is connected. A reader that types as a keyboard is none of these: the window hears it. */
export const ReaderLink = z.enum(['serial', 'hid', 'pcsc'])
export type ReaderLink = z.infer<typeof ReaderLink>

export const ReaderProtocol = z.enum(['rdm6300', 'em18', 'stx-len', 'yhy', 'sycreader', 'msr', 'uid'])
export type ReaderProtocol = z.infer<typeof ReaderProtocol>

/** What readers of each connection may speak; the first is what most of them do. */
export const protocolsOf = {
  serial: ['rdm6300', 'em18', 'stx-len', 'yhy'],
  hid: ['sycreader', 'msr'],
  pcsc: ['uid'],
} as const satisfies Record<ReaderLink, readonly ReaderProtocol[]>

/** Which device it is, by what it says of itself; empty where it says nothing. */
const deviceIdentity = {
  vendorId: z.string().max(8).default(''),
  productId: z.string().max(8).default(''),
  serialNumber: z.string().max(200).default(''),
}

export const ReaderSettings = z.object({
  link: ReaderLink.default('serial'),
  /** Where it was when it was chosen: a port, the path of a USB device, the name of a PC/SC reader. */
  path: z.string().max(200).default(''),
  ...deviceIdentity,
  protocol: ReaderProtocol.default('rdm6300'),
  baudRate: z.number().int().min(1200).max(921600).default(9600),
  format: CardFormat.default('decimal10'),
})
export type ReaderSettings = z.infer<typeof ReaderSettings>

/** How readers that type as a keyboard write a card, and how the badges of this venue begin. */
export const KeyboardReader = z.object({
  format: CardFormat.default('decimal10'),
  /** Empty where badges are known by the number of a colleague alone. */
  badgePrefix: z
    .string()
    .regex(/^[A-Za-z0-9-]{0,8}$/)
    .default(''),
})
export type KeyboardReader = z.infer<typeof KeyboardReader>

/** What tells one reader of a terminal from another: no two have the same. */
export const readerKey = ({ link, path }: Pick<ReaderSettings, 'link' | 'path'>): string => `${link}:${path}`

/** A device that may be a card reader, as this computer lists it. */
export const FoundReader = z.object({
  link: ReaderLink,
  path: z.string(),
  ...deviceIdentity,
  /** What it calls itself; empty where it says nothing. */
  name: z.string(),
  /** Null where only a swipe tells. */
  protocol: ReaderProtocol.nullable(),
})
export type FoundReader = z.infer<typeof FoundReader>

/** What was found, and why devices of a kind could not be looked for. */
export const ReaderSearch = z.object({
  found: z.array(FoundReader),
  missing: z.array(z.object({ link: ReaderLink, reason: z.string() })),
})
export type ReaderSearch = z.infer<typeof ReaderSearch>

/** What a swipe said of a reader whose settings were not known. */
export const LearnedReader = z.object({
  protocol: ReaderProtocol,
  baudRate: z.number().int(),
  /** The number of the swiped card in each format that fits it. */
  numbers: z.array(z.object({ format: CardFormat, value: z.string() })).min(1),
})
export type LearnedReader = z.infer<typeof LearnedReader>

/** Whose commands a printer takes; most take Epson's. All of them print Chinese, as letters or as pictures. */
export const PrinterMaker = z.enum(['epson', 'star', 'custom', 'tanca'])
export type PrinterMaker = z.infer<typeof PrinterMaker>

export const PrinterSettings = z.object({
  maker: PrinterMaker.default('epson'),
  /** False for an Epson without a Chinese font: lines that need one are drawn. */
  chinese: z.boolean().default(true),
  transport: z.enum(['none', 'tcp', 'serial', 'file', 'queue']).default('none'),
  /** Host name or address for TCP, device path for serial and file, the operating system's name for a queue. */
  address: z.string().max(200).default(''),
  port: z.number().int().min(1).max(65535).default(9100),
  baudRate: z.number().int().min(1200).max(921600).default(19200),
  /** Columns of the paper at the normal font: 32 on 58 mm, 48 on 80 mm. */
  columns: z.number().int().min(24).max(64).default(48),
  /** False for printers that never answer: no status query, no fence, outcome `sent` at best. */
  answers: z.boolean().default(true),
  cut: z.boolean().default(true),
  /** The pin of the printer's socket that a cash drawer hangs on. */
  drawer: z.enum(['none', 'pin2', 'pin5']).default('none'),
})
export type PrinterSettings = z.infer<typeof PrinterSettings>

/** Something on this computer that may be a printer. */
export const FoundPrinter = z.object({
  transport: z.enum(['serial', 'file', 'queue']),
  address: z.string(),
  name: z.string(),
})
export type FoundPrinter = z.infer<typeof FoundPrinter>

export const ScanKind = z.enum(['memberCard', 'payCode', 'coupon', 'ticket', 'staffBadge', 'unknown'])
export type ScanKind = z.infer<typeof ScanKind>

/** One scan, whichever device it came from; repeats of the same card within 1.2 s are already dropped. */
export const Scan = z.object({
  kind: ScanKind,
  /** What was scanned. Empty when the reader reported a swipe without a number. */
  value: z.string().max(200),
  source: z.enum([...ReaderLink.options, 'wedge', 'manual']),
  at: z.iso.datetime(),
})
export type Scan = z.infer<typeof Scan>

export const ReaderStatus = z.object({
  link: ReaderLink,
  state: DeviceState,
  path: z.string(),
  scans: z.number().int(),
  /** Frames that were thrown away because their check sum, length or end mark was wrong. */
  garbled: z.number().int(),
  detail: z.string().optional(),
})
export type ReaderStatus = z.infer<typeof ReaderStatus>

export const PrinterStatus = z.object({
  state: DeviceState,
  address: z.string(),
  /** Why nothing can be printed now, as the printer itself reports it. */
  problem: z.enum(['none', 'paper-out', 'cover-open', 'offline', 'error', 'unreachable']).default('none'),
  paperLow: z.boolean().default(false),
  waiting: z.number().int().default(0),
  /** Jobs of which nobody knows whether they came out: the cashier decides. */
  unknown: z.number().int().default(0),
})
export type PrinterStatus = z.infer<typeof PrinterStatus>

/**
 * What became of a print job: `printed` (the printer passed the fence), `sent` (it never answers), `blocked` (it said
 * no before anything was sent), `not-sent` (not reachable), `unknown` (cut off in the middle).
 */
export const PrintOutcome = z.enum(['printed', 'sent', 'blocked', 'not-sent', 'unknown'])
export type PrintOutcome = z.infer<typeof PrintOutcome>

/** A text that is printed in place of a queue ticket, such as what a guest has signed. */
export const PrintedText = z.object({
  /** Which layout it is printed by; what an older server has ordered does not say. */
  kind: z.enum(['receipt', 'refund', 'shiftReport', 'result', 'text']).optional(),
  title: z.string(),
  /** Names and values that stand above the text. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  content: z.string(),
  foot: z.string(),
  /** The content of its QR code, where it has one. */
  code: z.string().optional(),
})
export type PrintedText = z.infer<typeof PrintedText>

/** Everything on a queue ticket; rendered by the terminal, so that a job can be printed by any printer of the store. */
export const TicketData = z.object({
  /** The order that the ticket belongs to; also the content of its QR code, where there is no link. */
  orderId: z.uuid(),
  storeName: z.string(),
  /** The number called out, with its prefix: `A008` from the server, `T1-007` from a terminal without the server. */
  ticketNo: z.string(),
  racer: z.string(),
  vehicleName: z.string(),
  ruleName: z.string(),
  mode: z.enum(['circlemode', 'timermode']),
  /** Laps in lap mode, minutes in timer mode. */
  amount: z.number().int(),
  people: z.number().int().default(1),
  memberNo: z.string().default(''),
  startedAt: z.iso.datetime({ offset: true }),
  cashier: z.string().default(''),
  terminal: z.string().default(''),
  remark: z.string().default(''),
  offline: z.boolean().default(false),
  locale: z.enum(['zh', 'en']).default('zh'),
  timeZone: z.string().default('Asia/Shanghai'),
  /** Of a place in line: what its guest's page knows it by, and the address of that page, where the server knows its own. */
  guestKey: z.string().optional(),
  link: z.string().optional(),
  /** How many stand before it, and in how many minutes it will probably begin; the second is unknown where no vehicle is in service. */
  ahead: z.number().int().nonnegative().optional(),
  waitMinutes: z.number().int().nonnegative().optional(),
  /** Of a place in line that was given without the server: what its ride costs is taken when that begins. */
  isUnpaid: z.boolean().optional(),
  /** The best lap of its member by its rule, where there is one. */
  bestMs: z.number().int().positive().optional(),
  /** What was taken for it at a counter without the server, or in cash where the cashier said what was given. */
  paid: OfflinePayment.pick({ by: true, amount: true, deposit: true, received: true }).optional(),
  /** How many wristband labels are printed of the ride, instead of its ticket. */
  wristbands: z.number().int().positive().optional(),
  /** Printed instead of all that is said of a ride. */
  document: PrintedText.optional(),
})
export type TicketData = z.infer<typeof TicketData>
