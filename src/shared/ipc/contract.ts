import { z } from 'zod'
import { ipcGroup, strictShape } from '#shared/core/ipc.ts'
import { Amount } from '#shared/core/money.ts'
import { CurrentUser, Permissions, Store } from '#shared/features/access/access.schema.ts'
import { Mobile, NewPassword } from '#shared/features/access/password.calc.ts'
import { Member } from '#shared/features/members/members.contract.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { OfflinePay, OfflinePayment } from '#shared/features/sessions/offline-payment.schema.ts'
import { StartResult, startFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import { appGroup } from './app.ts'
import { cashiersGroup } from './cashiers.ts'
import { CustomerDisplaySettings, customerDisplayGroup } from './customer-display.ts'
import {
  FoundPrinter,
  KeyboardReader,
  LearnedReader,
  PrinterSettings,
  PrinterStatus,
  PrintOutcome,
  ReaderSearch,
  ReaderSettings,
  ReaderStatus,
  readerKey,
  Scan,
} from './devices.ts'
import { draftsGroup } from './drafts.ts'
import { serverGroup } from './exchange.ts'
import { HubSettings, HubState } from './hub.ts'
import { lockGroup } from './lock.ts'
import { offlineQueueGroup } from './offline-queue.ts'
import { printsGroup } from './prints.ts'
import { shiftsGroup } from './shifts.ts'
import { areDistinct, StationSettings } from './station.ts'

const nothing = z.object({})

/** The user signed in at the terminal. The token stays in the main process. */
export const TerminalSession = z.object({
  /** Id of the sign-in, not a secret; null if signed in offline, when only the counter is available. */
  signIn: z.string().nullable(),
  offline: z.boolean(),
  userInfo: CurrentUser,
  departs: z.array(Store),
  /** True if one of several stores must be chosen first. */
  mustChooseStore: z.boolean(),
  permissions: Permissions.nullable(),
})
export type TerminalSession = z.infer<typeof TerminalSession>

export const ConnectionState = z.object({
  online: z.boolean(),
  serverUrl: z.string(),
  /** Time of the last change of state. */
  since: z.iso.datetime(),
  snapshotAt: z.iso.datetime().nullable(),
  /** Numbers of unsent and of refused starts. */
  waiting: z.number().int(),
  refused: z.number().int(),
  /** Whether the terminal is enrolled at the current store, which otherwise accepts no offline starts. */
  enrolled: z.boolean(),
  /** Seconds by which this computer's clock is behind the server's; 0 if it is right. */
  clockBehind: z.number().int(),
  /** State of the cluster with other terminals of the store. */
  hub: HubState,
  /** Present if the data file cannot be used, so that nothing can be started. The code's text is `error.<code>`. */
  storageProblem: z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) }).nullable(),
})
export type ConnectionState = z.infer<typeof ConnectionState>

export const StartOutcome = z.object({
  /** `online`: accepted by the server. `offline`: stored on this computer and sent later. */
  state: z.enum(['online', 'offline']),
  id: z.uuid(),
  ticketNo: z.string(),
  vehicleName: z.string(),
  startedAt: z.iso.datetime({ offset: true }),
  /** Its ticket will be printed once storage works again. */
  isTicketOwed: z.boolean().optional(),
  result: StartResult.nullable(),
})
export type StartOutcome = z.infer<typeof StartOutcome>

export const SyncItem = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'sending', 'sent', 'refused', 'dismissed']),
  ticketNo: z.string(),
  /** The server's ticket number, once known; differs from the printed one for an offline start. */
  serverTicket: z.string(),
  racer: z.string(),
  vehicleName: z.string(),
  ruleName: z.string(),
  memberNo: z.string(),
  /** Its offline payment. */
  paid: OfflinePayment.pick({ by: true, amount: true, deposit: true }).nullable(),
  startedAt: z.iso.datetime({ offset: true }),
  attempts: z.number().int(),
  /** The server's refusal: code, values of its text, and the server's message for unknown codes. */
  code: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  remark: z.string(),
  sentAt: z.iso.datetime().nullable(),
})
export type SyncItem = z.infer<typeof SyncItem>

/** A recent start of this terminal, which the counter can repeat. */
export const RecentStart = z.object({
  id: z.uuid(),
  state: z.enum(['online', 'offline']),
  ticketNo: z.string(),
  vehicleName: z.string(),
  ruleName: z.string(),
  consumeType: ConsumeType,
  price: Amount,
  startedAt: z.iso.datetime({ offset: true }),
  fields: startFields,
})
export type RecentStart = z.infer<typeof RecentStart>

/** The settings file; missing fields get their defaults. */
export const StoredSettings = z.object({
  serverUrl: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),
  terminalName: z.string().trim().min(1).max(40).default('T1'),
  /** Prefix of tickets printed offline. */
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9]{1,6}$/)
    .default('T1'),
  /** This terminal prints jobs for this print id and jobs for any printer. */
  printId: z.string().max(64).default(''),
  /** Readers other than keyboard readers; all are active. */
  readers: z
    .array(ReaderSettings)
    .max(8)
    .refine((readers) => new Set(readers.map(readerKey)).size === readers.length)
    .default([]),
  /** Settings of all keyboard readers, which the window cannot distinguish. */
  keyboard: KeyboardReader.prefault({}),
  customerDisplay: CustomerDisplaySettings.prefault({}),
  printer: PrinterSettings.prefault({}),
  muted: z.boolean().default(false),
  station: StationSettings.prefault({}),
  /** Cluster with the other terminals of the store. */
  hub: HubSettings.prefault({}),
  /** Language of the screen, of the server's responses and of tickets printed here. */
  locale: z.enum(['zh', 'en']).default('zh'),
})
export type TerminalSettings = z.infer<typeof StoredSettings>

/** All settings, strictly: a field missing in a window's input must not be reset to its default. */
export const TerminalSettings: z.ZodType<TerminalSettings, TerminalSettings> =
  // `strictShape` builds the fields at run time, so their types are lost.
  (strictShape(StoredSettings) as unknown as z.ZodType<TerminalSettings, TerminalSettings>).refine(
    ({ station }) => areDistinct(station.keys),
    { path: ['station', 'keys'] },
  )

export const DevicesState = z.object({ readers: z.array(ReaderStatus), printer: PrinterStatus })
export type DevicesState = z.infer<typeof DevicesState>

/** Result of opening the drawer; the outcome is null if the printer has no drawer. */
export const DrawerOpening = z.object({ outcome: PrintOutcome.nullable(), detail: z.string() })
export type DrawerOpening = z.infer<typeof DrawerOpening>

/** All calls that windows may make. Input and result of each are checked in the main process. */
export const ipc = {
  session: ipcGroup(
    {
      signIn: {
        input: z.object({
          username: z.string().trim().min(1).max(64),
          password: z.string().min(1).max(128),
          /** Captcha text and key, if the server requires them. */
          captcha: z.string().max(16).optional(),
          checkKey: z.string().max(64).optional(),
          /** New password, if the server requires a change. */
          newPassword: NewPassword.optional(),
        }),
        result: TerminalSession,
      },
      /** Sign-in by a code sent to the phone. Online only; it does not allow offline sign-ins later. */
      signInByPhone: {
        input: z.object({ mobile: Mobile, captcha: z.string().trim().min(1).max(16) }),
        result: TerminalSession,
      },
      selectStore: { input: z.object({ orgCode: z.string().min(1).max(64) }), result: TerminalSession },
      signOut: { input: nothing, result: nothing },
      current: { input: nothing, result: TerminalSession.nullable() },
    },
    { changed: TerminalSession.nullable() },
  ),
  connection: ipcGroup(
    { state: { input: nothing, result: ConnectionState } },
    /** `pushed` forwards messages of the server, such as changed vehicles, and `resumed` after a reconnect. */
    { changed: ConnectionState, pushed: z.object({ cmd: z.string(), topic: z.string() }) },
  ),
  server: serverGroup,
  scans: ipcGroup(
    {
      submit: {
        input: z.object({ value: z.string().max(200), source: z.enum(['wedge', 'manual']) }),
        result: nothing,
      },
    },
    { scanned: Scan },
  ),
  devices: ipcGroup(
    {
      state: { input: nothing, result: DevicesState },
      /** Connected devices that may be card readers. */
      findReaders: { input: nothing, result: ReaderSearch },
      /** Printers and ports found on this computer. */
      findPrinters: { input: nothing, result: z.array(FoundPrinter) },
      /** Waits for a swipe and detects the reader's settings; until then the reader delivers no scans. */
      learnReader: { input: ReaderSettings, result: LearnedReader },
      stopLearning: { input: nothing, result: nothing },
      testPrint: { input: nothing, result: z.object({ outcome: PrintOutcome, detail: z.string() }) },
      /** Opens the drawer for a cash payment; once per cause, even if repeated. */
      openDrawer: { input: z.object({ cause: z.uuid() }), result: DrawerOpening },
      /** Opens the drawer manually; requires a permission, and the reason is recorded. */
      openDrawerByHand: { input: z.object({ reason: z.string().trim().min(1).max(100) }), result: DrawerOpening },
    },
    /** `learnSwiped`: number of swipes so far; another one is needed. */
    { changed: DevicesState, learnSwiped: z.object({ swipes: z.number().int() }) },
  ),
  customerDisplay: customerDisplayGroup,
  prints: printsGroup,
  cashiers: cashiersGroup,
  catalogue: ipcGroup({ read: { input: nothing, result: Snapshot.nullable() } }, { changed: nothing }),
  members: ipcGroup(
    {
      find: {
        input: z.object({ card: z.string().max(64).optional(), id: z.string().max(32).optional() }),
        result: z.object({
          member: Member.nullable(),
          /** When a cached member was last read from the server; null if read just now. */
          cachedAt: z.iso.datetime().nullable(),
        }),
      },
      search: { input: z.object({ keyword: z.string().trim().min(1).max(32) }), result: z.array(Member) },
    },
    {},
  ),
  starts: ipcGroup(
    {
      /**
       * Stored on this computer first, then sent to the server, or later if it is unreachable. The id is the idempotency key of
       * the start.
       */
      start: {
        input: startFields.extend({
          id: z.uuid().optional(),
          /** The member's consumption password; never stored. */
          password: z.string().min(1).max(64).optional(),
          /** Offline payment; without it the ride stays pending. */
          pays: OfflinePay.optional(),
          /** Cash received. */
          received: Amount.min(0).max(1_000_000).optional(),
        }),
        result: StartOutcome,
      },
      /** The newest entries of each state. */
      list: { input: nothing, result: z.array(SyncItem) },
      /** Cash and members' value taken here and not sent yet. */
      unsent: { input: nothing, result: z.object({ cash: Amount, value: Amount }) },
      /** The last starts in the current store, newest first; stored across restarts. */
      recent: { input: nothing, result: z.array(RecentStart) },
      retry: { input: z.object({ id: z.uuid() }), result: SyncItem },
      dismiss: { input: z.object({ id: z.uuid(), remark: z.string().trim().min(1).max(200) }), result: SyncItem },
    },
    { changed: nothing },
  ),
  offlineQueue: offlineQueueGroup,
  settings: ipcGroup(
    {
      read: { input: nothing, result: TerminalSettings },
      write: { input: TerminalSettings, result: TerminalSettings },
    },
    { changed: TerminalSettings },
  ),
  enrolment: ipcGroup(
    {
      /** Whether this terminal is enrolled at the current store. */
      state: { input: nothing, result: z.object({ enrolled: z.boolean() }) },
      /** Enrols the terminal's key at the current store; requires the signed-in user's permission. */
      enrol: { input: nothing, result: z.object({ enrolled: z.boolean() }) },
    },
    {},
  ),
  shifts: shiftsGroup,
  lock: lockGroup,
  drafts: draftsGroup,
  app: appGroup,
}
export type IpcContract = typeof ipc
