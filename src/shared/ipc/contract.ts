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
import { lineGroup } from './offline-queue.ts'
import { printsGroup } from './prints.ts'
import { shiftsGroup } from './shifts.ts'
import { areDistinct, StationSettings } from './station.ts'

const nothing = z.object({})

/** Who is signed in at the terminal. The token stays in main. */
export const TerminalSession = z.object({
  /** Tells one sign-in from another and opens nothing; null without the server, when only the counter works. */
  signIn: z.string().nullable(),
  offline: z.boolean(),
  userInfo: CurrentUser,
  departs: z.array(Store),
  /** True when one of several stores must be chosen before work begins. */
  mustChooseStore: z.boolean(),
  permissions: Permissions.nullable(),
})
export type TerminalSession = z.infer<typeof TerminalSession>

export const ConnectionState = z.object({
  online: z.boolean(),
  serverUrl: z.string(),
  /** Since when it has been in this state. */
  since: z.iso.datetime(),
  snapshotAt: z.iso.datetime().nullable(),
  /** Starts that the server does not have yet, and those it refused. */
  waiting: z.number().int(),
  refused: z.number().int(),
  /** Whether the store that is worked in believes this terminal; it takes no starts made without the server otherwise. */
  enrolled: z.boolean(),
  /** Seconds by which this computer's clock is behind the server's time, which is what counts; 0 where it is right. */
  clockBehind: z.number().int(),
  /** How it works together with the other terminals of its store. */
  hub: HubState,
  /** Present when the data file of the terminal cannot be used: nothing can be started. A code with its text `error.<code>`. */
  storageProblem: z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) }).nullable(),
})
export type ConnectionState = z.infer<typeof ConnectionState>

export const StartOutcome = z.object({
  /** `online`: the server has it; `offline`: it is safe on this computer and will be sent. */
  state: z.enum(['online', 'offline']),
  id: z.uuid(),
  ticketNo: z.string(),
  vehicleName: z.string(),
  startedAt: z.iso.datetime({ offset: true }),
  /** Its ticket is printed once this computer can write again. */
  isTicketOwed: z.boolean().optional(),
  result: StartResult.nullable(),
})
export type StartOutcome = z.infer<typeof StartOutcome>

export const SyncItem = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'sending', 'sent', 'refused', 'dismissed']),
  ticketNo: z.string(),
  /** The server's number, once it has one; another than the ticket's where the counter went on without the server. */
  serverTicket: z.string(),
  racer: z.string(),
  vehicleName: z.string(),
  ruleName: z.string(),
  memberNo: z.string(),
  /** What was taken for it here without the server. */
  paid: OfflinePayment.pick({ by: true, amount: true, deposit: true }).nullable(),
  startedAt: z.iso.datetime({ offset: true }),
  attempts: z.number().int(),
  /** Why the server refused it: the code with the values of its text, and the server's words for a code of a later version. */
  code: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  remark: z.string(),
  sentAt: z.iso.datetime().nullable(),
})
export type SyncItem = z.infer<typeof SyncItem>

/** A start at this terminal, as the counter shows it and starts the same again. */
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

/** The settings as they lie in a file: what it does not say is as at the first start. */
export const StoredSettings = z.object({
  serverUrl: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),
  terminalName: z.string().trim().min(1).max(40).default('T1'),
  /** Prefix of the tickets printed without the server. */
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9]{1,6}$/)
    .default('T1'),
  /** Jobs for this print id, and those for any printer, come out here. */
  printId: z.string().max(64).default(''),
  /** Readers that are no keyboards; any number of them read at once. */
  readers: z
    .array(ReaderSettings)
    .max(8)
    .refine((readers) => new Set(readers.map(readerKey)).size === readers.length)
    .default([]),
  /** All readers that type as a keyboard: the window cannot tell one from another. */
  keyboard: KeyboardReader.prefault({}),
  customerDisplay: CustomerDisplaySettings.prefault({}),
  printer: PrinterSettings.prefault({}),
  muted: z.boolean().default(false),
  station: StationSettings.prefault({}),
  /** The other terminals of the store, for when the server is away. */
  hub: HubSettings.prefault({}),
  /** The cashier's language: of the screen, of the server's answers, and of the tickets printed here. */
  locale: z.enum(['zh', 'en']).default('zh'),
})
export type TerminalSettings = z.infer<typeof StoredSettings>

/** All settings and nothing else: one that a window leaves out must not go back to what it was at the first start. */
export const TerminalSettings: z.ZodType<TerminalSettings, TerminalSettings> = (
  strictShape(StoredSettings) as unknown as z.ZodType<TerminalSettings, TerminalSettings>
).refine(({ station }) => areDistinct(station.keys), { path: ['station', 'keys'] })

export const DevicesState = z.object({ readers: z.array(ReaderStatus), printer: PrinterStatus })
export type DevicesState = z.infer<typeof DevicesState>

/** What became of opening the drawer; the outcome is null where this printer has none. */
export const DrawerOpening = z.object({ outcome: PrintOutcome.nullable(), detail: z.string() })
export type DrawerOpening = z.infer<typeof DrawerOpening>

/** Everything a window may ask of the terminal. Input and result of each call are checked in main. */
export const ipc = {
  session: ipcGroup(
    {
      signIn: {
        input: z.object({
          username: z.string().trim().min(1).max(64),
          password: z.string().min(1).max(128),
          /** The signs of a picture and the key it was asked for under, once the server wants them. */
          captcha: z.string().max(16).optional(),
          checkKey: z.string().max(64).optional(),
          /** Replaces a first password, once the server asks for it. */
          newPassword: NewPassword.optional(),
        }),
        result: TerminalSession,
      },
      /** By a code that the server sent to the phone: only with the server, and not remembered for work without it. */
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
    /** `pushed` passes on what the server announces, such as changed vehicles, and `resumed` when it can be heard again. */
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
      /** Everything plugged in that may be a card reader. */
      findReaders: { input: nothing, result: ReaderSearch },
      /** Everything on this computer that may be a printer. */
      findPrinters: { input: nothing, result: z.array(FoundPrinter) },
      /** Waits for a swipe and says how this reader wants to be read; meanwhile nobody else hears it. */
      learnReader: { input: ReaderSettings, result: LearnedReader },
      stopLearning: { input: nothing, result: nothing },
      testPrint: { input: nothing, result: z.object({ outcome: PrintOutcome, detail: z.string() }) },
      /** Opens the drawer because cash changes hands: once for each cause, however often it is asked. */
      openDrawer: { input: z.object({ cause: z.uuid() }), result: DrawerOpening },
      /** Opens the drawer by a right, for a reason that is kept. */
      openDrawerByHand: { input: z.object({ reason: z.string().trim().min(1).max(100) }), result: DrawerOpening },
    },
    /** `learnSwiped`: so many swipes told nothing yet, and another one is needed. */
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
          /** When a member from the cache was last read from the server; null for one just read. */
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
       * Committed to this computer first; then to the server, or later when it cannot be reached. The same id is the same start, however
       * often it is asked for.
       */
      start: {
        input: startFields.extend({
          id: z.uuid().optional(),
          /** The member's consumption password; kept nowhere. */
          password: z.string().min(1).max(64).optional(),
          /** Paid now, without the server, and not left to hang. */
          pays: OfflinePay.optional(),
          /** What the guest gives in cash. */
          received: Amount.min(0).max(1_000_000).optional(),
        }),
        result: StartOutcome,
      },
      /** The newest of each state. */
      list: { input: nothing, result: z.array(SyncItem) },
      /** What was taken here and the server does not have yet. */
      unsent: { input: nothing, result: z.object({ cash: Amount, value: Amount }) },
      /** The last starts in the store worked in, newest first; after a restart too. */
      recent: { input: nothing, result: z.array(RecentStart) },
      retry: { input: z.object({ id: z.uuid() }), result: SyncItem },
      dismiss: { input: z.object({ id: z.uuid(), remark: z.string().trim().min(1).max(200) }), result: SyncItem },
    },
    { changed: nothing },
  ),
  line: lineGroup,
  settings: ipcGroup(
    {
      read: { input: nothing, result: TerminalSettings },
      write: { input: TerminalSettings, result: TerminalSettings },
    },
    { changed: TerminalSettings },
  ),
  enrolment: ipcGroup(
    {
      /** Whether this terminal proves itself to the store that is worked in. */
      state: { input: nothing, result: z.object({ enrolled: z.boolean() }) },
      /** Enrols it there with its key, by the right of whoever is signed in. */
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
