import { z } from 'zod'
import { OfflinePayment } from '#shared/features/sessions/offline-payment.schema.ts'

/** States of a device connection, which reconnects with growing pauses. `off`: not configured. */
export const DeviceState = z.enum(['off', 'idle', 'opening', 'ready', 'lost', 'error'])
export type DeviceState = z.infer<typeof DeviceState>

/** How a reader's data is converted to the canonical card number (ten decimal digits). */
export const CardFormat = z.enum(['decimal10', 'decimal10Reversed', 'wiegand26', 'hex'])
export type CardFormat = z.infer<typeof CardFormat>

/** How a reader is connected. Keyboard readers are not included: the window receives their keys. */
export const ReaderLink = z.enum(['serial', 'hid', 'pcsc'])
export type ReaderLink = z.infer<typeof ReaderLink>

export const ReaderProtocol = z.enum(['rdm6300', 'em18', 'stx-len', 'yhy', 'sycreader', 'msr', 'uid'])
export type ReaderProtocol = z.infer<typeof ReaderProtocol>

/** Protocols per connection; the first is the most common. */
export const protocolsOf = {
  serial: ['rdm6300', 'em18', 'stx-len', 'yhy'],
  hid: ['sycreader', 'msr'],
  pcsc: ['uid'],
} as const satisfies Record<ReaderLink, readonly ReaderProtocol[]>

/** Identification reported by the device; empty if it reports none. */
const deviceIdentity = {
  vendorId: z.string().max(8).default(''),
  productId: z.string().max(8).default(''),
  serialNumber: z.string().max(200).default(''),
}

export const ReaderSettings = z.object({
  link: ReaderLink.default('serial'),
  /** Its location when selected: serial port, USB device path or PC/SC reader name. */
  path: z.string().max(200).default(''),
  ...deviceIdentity,
  protocol: ReaderProtocol.default('rdm6300'),
  baudRate: z.number().int().min(1200).max(921600).default(9600),
  format: CardFormat.default('decimal10'),
})
export type ReaderSettings = z.infer<typeof ReaderSettings>

/** Card format of keyboard readers, and the prefix of badges. */
export const KeyboardReader = z.object({
  format: CardFormat.default('decimal10'),
  /** Empty: badges have no prefix and are matched by staff number. */
  badgePrefix: z
    .string()
    .regex(/^[A-Za-z0-9-]{0,8}$/)
    .default(''),
})
export type KeyboardReader = z.infer<typeof KeyboardReader>

/** Key of a reader, unique per terminal. */
export const readerKey = ({ link, path }: Pick<ReaderSettings, 'link' | 'path'>): string => `${link}:${path}`

/** A listed device that may be a card reader. */
export const FoundReader = z.object({
  link: ReaderLink,
  path: z.string(),
  ...deviceIdentity,
  /** Name reported by the device; empty if none. */
  name: z.string(),
  /** Null if only a swipe can tell. */
  protocol: ReaderProtocol.nullable(),
})
export type FoundReader = z.infer<typeof FoundReader>

/** Devices found, and why devices of a kind could not be listed. */
export const ReaderSearch = z.object({
  found: z.array(FoundReader),
  missing: z.array(z.object({ link: ReaderLink, reason: z.string() })),
})
export type ReaderSearch = z.infer<typeof ReaderSearch>

/** Settings of a reader as detected from a swipe. */
export const LearnedReader = z.object({
  protocol: ReaderProtocol,
  baudRate: z.number().int(),
  /** The card number in each matching format. */
  numbers: z.array(z.object({ format: CardFormat, value: z.string() })).min(1),
})
export type LearnedReader = z.infer<typeof LearnedReader>

/** Command set of a printer; most use Epson's. All print Chinese, as text or as images. */
export const PrinterMaker = z.enum(['epson', 'star', 'custom', 'tanca'])
export type PrinterMaker = z.infer<typeof PrinterMaker>

export const PrinterSettings = z.object({
  maker: PrinterMaker.default('epson'),
  /** False for an Epson without a Chinese font: such lines are drawn as images. */
  chinese: z.boolean().default(true),
  transport: z.enum(['none', 'tcp', 'serial', 'file', 'queue']).default('none'),
  /** Host name or address for TCP, device path for serial and file, the operating system's name for a queue. */
  address: z.string().max(200).default(''),
  port: z.number().int().min(1).max(65535).default(9100),
  baudRate: z.number().int().min(1200).max(921600).default(19200),
  /** Columns of the paper at the normal font: 32 on 58 mm, 48 on 80 mm. */
  columns: z.number().int().min(24).max(64).default(48),
  /** False for printers that never answer: no status query, and at best the outcome `sent`. */
  answers: z.boolean().default(true),
  cut: z.boolean().default(true),
  /** Pin of the printer's drawer connector. */
  drawer: z.enum(['none', 'pin2', 'pin5']).default('none'),
})
export type PrinterSettings = z.infer<typeof PrinterSettings>

/** A device or queue that may be a printer. */
export const FoundPrinter = z.object({
  transport: z.enum(['serial', 'file', 'queue']),
  address: z.string(),
  name: z.string(),
})
export type FoundPrinter = z.infer<typeof FoundPrinter>

/**
 * `memberCode` is the changing code of the member page; `ownCoupon` is one that a store issued; `coupon` is one of a platform, or has no
 * known format.
 */
export const ScanKind = z.enum([
  'memberCard',
  'memberCode',
  'payCode',
  'coupon',
  'ownCoupon',
  'cloakroomSlip',
  'ticket',
  'staffBadge',
  'unknown',
])
export type ScanKind = z.infer<typeof ScanKind>

/** A scan of any device. */
export const Scan = z.object({
  kind: ScanKind,
  /** Scanned value; empty for a swipe without a number. */
  value: z.string().max(200),
  source: z.enum([...ReaderLink.options, 'wedge', 'manual']),
  at: z.iso.datetime(),
  /** It was read within 1.2 s before. It may be a second piece of a product whose barcode looks like a card, and is nothing else. */
  isRepeat: z.literal(true).optional(),
})
export type Scan = z.infer<typeof Scan>

export const ReaderStatus = z.object({
  link: ReaderLink,
  state: DeviceState,
  path: z.string(),
  scans: z.number().int(),
  /** Frames discarded because of a wrong checksum, length or end mark. */
  garbled: z.number().int(),
  detail: z.string().optional(),
})
export type ReaderStatus = z.infer<typeof ReaderStatus>

export const PrinterStatus = z.object({
  state: DeviceState,
  address: z.string(),
  /** Problem reported by the printer. */
  problem: z.enum(['none', 'paper-out', 'cover-open', 'offline', 'error', 'unreachable']).default('none'),
  paperLow: z.boolean().default(false),
  waiting: z.number().int().default(0),
  /** Jobs with an unknown outcome, which the cashier must settle. */
  unknown: z.number().int().default(0),
})
export type PrinterStatus = z.infer<typeof PrinterStatus>

/**
 * Outcome of a print job: `printed` (confirmed by the printer), `sent` (it never answers), `blocked` (it reported a
 * problem before anything was sent), `not-sent` (unreachable), `unknown` (interrupted).
 */
export const PrintOutcome = z.enum(['printed', 'sent', 'blocked', 'not-sent', 'unknown'])
export type PrintOutcome = z.infer<typeof PrintOutcome>

/** A text printed instead of a queue ticket, such as a signed agreement. */
export const PrintedText = z.object({
  /** Kind of layout; absent in jobs of older servers. */
  kind: z.enum(['receipt', 'refund', 'shiftReport', 'result', 'cloakroomSlip', 'text']).optional(),
  title: z.string(),
  /** Labels and values above the text. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  content: z.string(),
  foot: z.string(),
  /** Content of its QR code, if any. */
  code: z.string().optional(),
})
export type PrintedText = z.infer<typeof PrintedText>

/** Data of a queue ticket; rendered by the terminal, so that any printer of the store can print it. */
export const TicketData = z.object({
  /** Order of the ticket; also the content of its QR code if there is no link. */
  orderId: z.uuid(),
  storeName: z.string(),
  /** Queue number with its prefix: `A008` from the server, `T1-007` from an offline terminal. */
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
  /** For a queue entry: key and URL of the guest's page, if the server's public address is configured. */
  guestKey: z.string().optional(),
  link: z.string().optional(),
  /** Entries before it, and the expected wait in minutes, unknown if no vehicle is in service. */
  ahead: z.number().int().nonnegative().optional(),
  waitMinutes: z.number().int().nonnegative().optional(),
  /** For an entry of the offline queue: its ride is paid at the start. */
  isUnpaid: z.boolean().optional(),
  /** Best lap of the member by this rule, if any. */
  bestMs: z.number().int().positive().optional(),
  /** Offline payment, or cash received if entered by the cashier. */
  paid: OfflinePayment.pick({ by: true, amount: true, deposit: true, received: true }).optional(),
  /** Number of wristband labels printed instead of the ticket. */
  wristbands: z.number().int().positive().optional(),
  /** Printed instead of the ride. */
  document: PrintedText.optional(),
})
export type TicketData = z.infer<typeof TicketData>
