import type { z } from 'zod'
import type { Live } from '#renderer/core/emitter.ts'
import type { Push } from '#renderer/core/realtime.ts'
import type { Session } from '#renderer/core/session.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { Paper } from '#shared/features/printing/paper.schema.ts'
import type { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import type { SaleInput, SaleResult } from '#shared/features/products/product-sales.contract.ts'
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

/** The rules and vehicles of the counter: on a terminal from the snapshot, in a browser from the server. */
export interface Catalogue {
  takenAt: string
  store: Omit<Snapshot['store'], 'endTime' | 'dayStartHour' | 'queuePrefix' | 'queueMinutes' | 'receipt' | 'printing'>
  rules: Snapshot['rules']
  vehicles: Snapshot['vehicles']
}

/** The fields of a charge; the platform adds printer, terminal and password. */
export type ChargeFields = Omit<ChargeInput, 'printId' | 'terminalId' | 'password'>

/** The fields of a sale of products; the platform adds terminal and password. */
export type SaleFields = Omit<SaleInput, 'terminalId' | 'password'>

export interface FoundMember {
  member: Member | null
  /** When a member from the terminal's cache was last read from the server; null for one just read. */
  cachedAt: string | null
}

export interface Account {
  username: string
  password: string
  /** The captcha's characters and the key of its picture, once the server requires them. */
  captcha?: string
  checkKey?: string
  /** Replaces an initial password, once the server requires it. */
  newPassword?: string
}

export interface SessionPort {
  /** Restores the stored session, or resolves to null. */
  restore(): Promise<Session | null>
  signIn(account: Account): Promise<Session>
  /** Signs in with a code sent to the phone. */
  signInByPhone(mobile: string, captcha: string): Promise<Session>
  /** Signs in with a ticket of the CAS server; null where the platform has no CAS sign-in. */
  signInByCas: ((ticket: string, service: string) => Promise<Session>) | null
  selectStore(orgCode: string): Promise<Session>
  /** Signs in again to the same store and keeps the screen as it is; null where the screen restarts instead. */
  signInAgain: ((account: Account) => Promise<Session>) | null
  /** Loads menu and permissions, once after sign-in; throws when they are not available. */
  loadPermissions(): Promise<Session>
  signOut(): Promise<void>
}

export interface DevicesPort {
  state: Live<DevicesState | null>
  /** Lists the connected devices that may be card readers. */
  findReaders(): Promise<ReaderSearch>
  findPrinters(): Promise<FoundPrinter[]>
  /** Waits for a swipe on one reader and resolves to its detected settings. */
  learnReader(settings: ReaderSettings): Promise<LearnedReader>
  stopLearning(): Promise<void>
  onLearnSwipe(listener: (swipes: number) => void): () => void
  testPrint(): Promise<z.output<typeof ipc.devices.calls.testPrint.result>>
  /** Opens the cash drawer for a cash payment, once per cause. */
  openDrawer(cause: string): Promise<DrawerOpening>
  /** Opens the cash drawer by permission, with a reason for the audit trail. */
  openDrawerByHand(reason: string): Promise<DrawerOpening>
}

export interface PrintsPort {
  list(): Promise<PrintItem[]>
  /** Retries waiting print jobs immediately. */
  retry(): Promise<void>
  cancel(jobId: string): Promise<PrintItem>
  reprint(orderId: string): Promise<unknown>
  resolve(jobId: string, as: 'printed' | 'reprint'): Promise<void>
  /** The content of a paper; null where it cannot be read any more. */
  paper(jobId: string): Promise<Paper | null>
  onChange(listener: (item: PrintItem) => void): () => void
}

export interface SyncPort {
  /** The newest entries of each state. */
  list(): Promise<SyncItem[]>
  /** The amounts taken at this terminal that the server does not have yet. */
  unsent(): Promise<{ cash: number; value: number }>
  retry(id: string): Promise<SyncItem>
  dismiss(id: string, remark: string): Promise<SyncItem>
  onChange(listener: () => void): () => void
}

/** The offline queue of this terminal. */
export interface OfflineQueuePort {
  list(): Promise<OfflineQueueEntry[]>
  /** Adds a queue entry; a repeated id returns the same entry. */
  join(fields: StartFields, id: string): Promise<OfflineQueueEntry>
  /** Takes over an entry of another counter; every other call on such an entry does so first. */
  take(id: string): Promise<OfflineQueueEntry>
  call(id: string): Promise<OfflineQueueEntry>
  /** Restores an expired entry to its position. */
  restore(id: string): Promise<OfflineQueueEntry>
  rename(id: string, racer: string): Promise<OfflineQueueEntry>
  cancel(id: string): Promise<void>
  /** The charge of an entry has ended: a paid one leaves the queue at once, another one gets a new key. */
  settle(id: string): Promise<void>
  onChange(listener: () => void): () => void
}

/** The shifts of this counter while the server is away: deferred shift actions that are sent later. */
export interface DeferredShiftsPort {
  here(): Promise<ShiftHere>
  act(act: ShiftAct): Promise<ShiftHere>
  /** The deferred shift actions, newest first. */
  list(): Promise<ShiftActItem[]>
  retry(id: string): Promise<ShiftActItem>
  dismiss(id: string, remark: string): Promise<ShiftActItem>
  onChange(listener: () => void): () => void
}

export interface SettingsPort {
  state: Live<TerminalSettings | null>
  write(settings: TerminalSettings): Promise<TerminalSettings>
  info(): Promise<z.output<typeof ipc.app.calls.info.result>>
  /** Whether this terminal is enrolled at the store, and a call to enrol it. */
  enrolment: { state(): Promise<{ enrolled: boolean }>; enrol(): Promise<{ enrolled: boolean }> }
}

/** The lock of the counter. Main holds its state, so that a reload does not unlock it. */
export interface LockPort {
  state: Live<LockState>
  lock(): Promise<void>
  unlock(password: string): Promise<void>
  /** Reports user activity. */
  touch(): void
  learnBadge(badge: string, password: string): Promise<void>
  /** Listens for badges that do not belong to the signed-in user. */
  onBadgeRefused(listener: () => void): () => void
}

/** The desktop program around the page. */
export interface ProgramPort {
  diagnose(): Promise<Diagnosis>
  supportBundle(): Promise<{ name: string; content: Uint8Array<ArrayBuffer> }>
  /** Listens for requests to quit while work is unfinished. */
  onCloseAsked(listener: (work: OpenWork) => void): () => void
  answerClose(close: boolean): Promise<void>
}

/** Stores the counter's half-filled form, so that it survives a crash. */
export interface DraftsPort {
  read(): Promise<CounterDraft | null>
  keep(draft: CounterDraft | null): Promise<void>
}

/** A start with the payment details for an offline sale. */
type PaidStartFields = StartFields & {
  pays?: OfflinePay | undefined
  /** The cash received. */
  received?: number | undefined
}

/**
 * The capabilities of the platform that a screen runs on. A capability that is null does not exist there (a browser has no
 * devices and no outbox), and the compiler makes each screen handle that case.
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
    /** The cashiers who may take over the counter of the current store. */
    list(): Promise<Cashier[]>
    /** Verifies a cashier's password; from then on orders may name that cashier. */
    check(id: string, password: string): Promise<boolean>
    /** Verifies a cashier's badge; rejects where the store does not accept badges. */
    checkBadge(id: string, badge: string): Promise<boolean>
  }
  catalogue: { read(): Promise<Catalogue | null>; onChange(listener: () => void): () => void }
  /** Starts a ride exactly once per id, also when the answer to the first attempt was lost. */
  start(fields: PaidStartFields, id: string, password?: string): Promise<StartOutcome>
  /** Charges, and starts or queues the ride, exactly once per id, also when the answer to the first attempt was lost. */
  charge(fields: ChargeFields, id: string, password?: string): Promise<ChargeResult>
  /** Sells products without a ride exactly once per id, also when the answer to the first attempt was lost. */
  sell(fields: SaleFields, id: string, password?: string): Promise<SaleResult>
  /** The rides started here before this window was opened; null where the platform does not store them. */
  recent: (() => Promise<z.output<typeof ipc.starts.calls.recent.result>>) | null
  /** Reprints the ticket of a started ride as a copy; resolves to whether there is a printer. */
  reprint(orderId: string): Promise<Pick<PrintOrdered, 'hasPrinter'>>
  onScan(listener: (scan: Scan) => void): () => void
  onPush(listener: (push: Push) => void): () => void
  devices: DevicesPort | null
  /** Shows the price on the customer display; null where the platform has none. */
  customerDisplay: ((view: CustomerView) => Promise<void>) | null
  /** Shows the details on the guest screen; null where the platform has none. */
  guestScreen: ((view: GuestView) => Promise<void>) | null
  prints: PrintsPort | null
  sync: SyncPort | null
  offlineQueue: OfflineQueuePort | null
  /** Whether the vehicles are live ones of the floor, which the board can control. */
  hasFloor: boolean
  deferredShifts: DeferredShiftsPort | null
  settings: SettingsPort | null
  lock: LockPort | null
  program: ProgramPort | null
  drafts: DraftsPort | null
}
