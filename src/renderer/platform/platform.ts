import type { z } from 'zod'
import type { Live } from '#renderer/core/emitter.ts'
import type { Push } from '#renderer/core/realtime.ts'
import type { Session } from '#renderer/core/session.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { Paper } from '#shared/features/printing/paper.schema.ts'
import type { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import type { ChargeInput, ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import type { Cashier } from '#shared/features/sessions/consume.contract.ts'
import type { OfflinePay } from '#shared/features/sessions/offline-payment.schema.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { Diagnosis, OpenWork } from '#shared/ipc/app.ts'
import type {
  ConnectionState,
  DevicesState,
  DrawerOpening,
  ipc,
  StartOutcome,
  SyncItem,
  TerminalSettings,
} from '#shared/ipc/contract.ts'
import type { CustomerView, GuestView } from '#shared/ipc/customer-display.ts'
import type { FoundPrinter, LearnedReader, ReaderSearch, ReaderSettings, Scan } from '#shared/ipc/devices.ts'
import type { CounterDraft } from '#shared/ipc/drafts.ts'
import type { LockState } from '#shared/ipc/lock.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'
import type { ShiftAct, ShiftActItem, ShiftHere } from '#shared/ipc/shifts.ts'

/** What the counter offers: on a terminal it comes from the snapshot, in a browser from the server. */
export interface Catalogue {
  takenAt: string
  store: Omit<Snapshot['store'], 'endTime' | 'dayStartHour' | 'queuePrefix' | 'queueMinutes' | 'receipt' | 'printing'>
  rules: Snapshot['rules']
  vehicles: Snapshot['vehicles']
}

/** What a counter sends to charge; printer, terminal and password are added on the way. */
export type ChargeFields = Omit<ChargeInput, 'printId' | 'terminalId' | 'password'>

export interface FoundMember {
  member: Member | null
  /** When a member from the terminal's cache was last read from the server; null for one just read. */
  cachedAt: string | null
}

export interface Account {
  username: string
  password: string
  /** The signs of a picture and the key it was asked for under, once the server wants them. */
  captcha?: string
  checkKey?: string
  /** Replaces a first password, once the server asks for it. */
  newPassword?: string
}

export interface SessionPort {
  /** Who is signed in from before, or null. */
  restore(): Promise<Session | null>
  signIn(account: Account): Promise<Session>
  /** By a code that was sent to the phone. */
  signInByPhone(mobile: string, captcha: string): Promise<Session>
  /** By a ticket of the CAS server; null where nobody comes back from one. */
  signInByCas: ((ticket: string, service: string) => Promise<Session>) | null
  selectStore(orgCode: string): Promise<Session>
  /** Into the same store, with everything on the screen staying as it is; null where the screen begins anew instead. */
  signInAgain: ((account: Account) => Promise<Session>) | null
  /** Menu and rights, asked for once after sign-in; throws when they cannot be had. */
  loadPermissions(): Promise<Session>
  signOut(): Promise<void>
}

export interface DevicesPort {
  state: Live<DevicesState | null>
  /** Everything plugged in that may be a card reader. */
  findReaders(): Promise<ReaderSearch>
  findPrinters(): Promise<FoundPrinter[]>
  /** Waits for a swipe on one reader and says how it wants to be read. */
  learnReader(settings: ReaderSettings): Promise<LearnedReader>
  stopLearning(): Promise<void>
  onLearnSwipe(listener: (swipes: number) => void): () => void
  testPrint(): Promise<z.output<typeof ipc.devices.calls.testPrint.result>>
  /** Opens the drawer because cash changes hands: once for each cause. */
  openDrawer(cause: string): Promise<DrawerOpening>
  /** Opens the drawer by a right, for a reason that is kept. */
  openDrawerByHand(reason: string): Promise<DrawerOpening>
}

export interface PrintsPort {
  list(): Promise<PrintItem[]>
  /** Tries what waits again at once. */
  retry(): Promise<void>
  cancel(jobId: string): Promise<PrintItem>
  reprint(orderId: string): Promise<unknown>
  resolve(jobId: string, as: 'printed' | 'reprint'): Promise<void>
  /** What stands on a paper; null where that cannot be read any more. */
  paper(jobId: string): Promise<Paper | null>
  onChange(listener: (item: PrintItem) => void): () => void
}

export interface SyncPort {
  /** The newest of each state. */
  list(): Promise<SyncItem[]>
  /** What was taken here and the server does not have yet. */
  unsent(): Promise<{ cash: number; value: number }>
  retry(id: string): Promise<SyncItem>
  dismiss(id: string, remark: string): Promise<SyncItem>
  onChange(listener: () => void): () => void
}

/** Guests who were lined up here while the server was away. */
export interface OfflineQueuePort {
  list(): Promise<OfflineQueueEntry[]>
  /** The same id is the same place. */
  join(fields: StartFields, id: string): Promise<OfflineQueueEntry>
  /** Takes over one that another counter has; whatever else is done with it does so first, too. */
  take(id: string): Promise<OfflineQueueEntry>
  call(id: string): Promise<OfflineQueueEntry>
  /** Puts one that expired back where it stood. */
  restore(id: string): Promise<OfflineQueueEntry>
  rename(id: string, racer: string): Promise<OfflineQueueEntry>
  cancel(id: string): Promise<void>
  onChange(listener: () => void): () => void
}

/** The drawer of this counter while the server is away; what was done with it goes to the server later. */
export interface KeptShiftsPort {
  here(): Promise<ShiftHere>
  act(act: ShiftAct): Promise<ShiftHere>
  /** What was done here, the newest first. */
  list(): Promise<ShiftActItem[]>
  retry(id: string): Promise<ShiftActItem>
  dismiss(id: string, remark: string): Promise<ShiftActItem>
  onChange(listener: () => void): () => void
}

export interface SettingsPort {
  state: Live<TerminalSettings | null>
  write(settings: TerminalSettings): Promise<TerminalSettings>
  info(): Promise<z.output<typeof ipc.app.calls.info.result>>
  /** Whether this terminal proves itself to the store, and letting it do so from now on. */
  enrolment: { state(): Promise<{ enrolled: boolean }>; enrol(): Promise<{ enrolled: boolean }> }
}

/** The lock of the counter, which main holds: a page that is loaded anew is as locked as before. */
export interface LockPort {
  state: Live<LockState>
  lock(): Promise<void>
  unlock(password: string): Promise<void>
  /** Somebody is at work here. */
  touch(): void
  learnBadge(badge: string, password: string): Promise<void>
  /** Tells of a badge that is not that of whoever is signed in. */
  onBadgeRefused(listener: () => void): () => void
}

/** The program around the page. */
export interface ProgramPort {
  diagnose(): Promise<Diagnosis>
  supportBundle(): Promise<{ name: string; content: Uint8Array<ArrayBuffer> }>
  /** Tells that somebody wants to end the program while something waits. */
  onCloseAsked(listener: (work: OpenWork) => void): () => void
  answerClose(close: boolean): Promise<void>
}

/** Where the half-filled form of the counter outlives a crash. */
export interface DraftsPort {
  read(): Promise<CounterDraft | null>
  keep(draft: CounterDraft | null): Promise<void>
}

/** A start, and how it is paid here without the server. */
type PaidStartFields = StartFields & {
  pays?: OfflinePay | undefined
  /** What the guest gives in cash. */
  received?: number | undefined
}

/**
 * What a screen can ask of the place it runs in. A capability that is null does not exist there (a browser has no
 * devices and no outbox), and the compiler makes each screen say what happens then.
 */
export interface Platform {
  kind: 'terminal' | 'web'
  session: SessionPort
  connection: Live<ConnectionState>
  members: {
    find(by: { card?: string; id?: string }): Promise<FoundMember>
    search(keyword: string): Promise<Member[]>
  }
  cashiers: {
    /** Who may take over the counter of the store that is worked in. */
    list(): Promise<Cashier[]>
    /** Whether this is the password with which somebody takes over; orders may name that person from then on. */
    check(id: string, password: string): Promise<boolean>
    /** Whether this badge alone is enough; refused where the store does not take it for one. */
    checkBadge(id: string, badge: string): Promise<boolean>
  }
  catalogue: { read(): Promise<Catalogue | null>; onChange(listener: () => void): () => void }
  /** Starts a session exactly once for an id, also when the answer to the first attempt got lost. */
  start(fields: PaidStartFields, id: string, password?: string): Promise<StartOutcome>
  /** Charges, and starts or lines up with it, exactly once for an id, also when the answer to the first attempt got lost. */
  charge(fields: ChargeFields, id: string, password?: string): Promise<ChargeResult>
  /** What was started here before this window was opened; null where nobody remembers. */
  recent: (() => Promise<z.output<typeof ipc.starts.calls.recent.result>>) | null
  /** Prints the ticket of a started session again, as a copy; answers whether any printer will. */
  reprint(orderId: string): Promise<Pick<PrintOrdered, 'hasPrinter'>>
  onScan(listener: (scan: Scan) => void): () => void
  onPush(listener: (push: Push) => void): () => void
  devices: DevicesPort | null
  /** Tells guests what they pay; null where no display can be. */
  customerDisplay: ((view: CustomerView) => Promise<void>) | null
  /** The same on the screen that faces them, with everything that it has room for. */
  guestScreen: ((view: GuestView) => Promise<void>) | null
  prints: PrintsPort | null
  sync: SyncPort | null
  offlineQueue: OfflineQueuePort | null
  /** Whether its vehicles are those of the floor, and what the board does can be done to them. */
  hasFloor: boolean
  keptShifts: KeptShiftsPort | null
  settings: SettingsPort | null
  lock: LockPort | null
  program: ProgramPort | null
  drafts: DraftsPort | null
}
