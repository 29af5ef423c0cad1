import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Fields } from '#shared/core/crud.ts'
import type { Minor } from '#shared/core/money.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { Auth } from './auth.ts'
import type { Bus } from './bus.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import type { Dictionaries } from './dictionaries.ts'
import type { Jobs } from './jobs.ts'
import type {
  ActionCode,
  BuiltInRole,
  CopiedTable,
  MenuEntry,
  ReferenceDictionary,
  TableDictionary,
  UniqueColumns,
} from './manifest.ts'
import type { Realtime } from './realtime.ts'
import type { Sealer } from './sealing.ts'
import type { SignedIn } from './signed-in.ts'
import type { TerminalKeys } from './terminal-keys.ts'
import type { Upload } from './uploads.ts'

export type { BoundRule, SignedIn } from './signed-in.ts'

/** What every slice is built with. */
export interface Deps {
  config: Config
  db: Database
  /** What the slices bring: jobs, lists that obey data rules, tables that pickers may read. */
  registry: Registry
  /** Who stands behind a token; kept in memory and fresh by notifications. */
  auth: Auth
  /** The public keys of terminals; kept in memory and fresh by notifications. */
  terminalKeys: TerminalKeys
  realtime: Realtime
  /** Seals what the database must not hold in clear. */
  sealer: Sealer
  /** Values and their texts, from memory. */
  dictionaries: Dictionaries
  /** How copies of the server hear of each other; screens are told by `realtime`. */
  bus: Bus
  /** Work in the background that outlives this copy. */
  jobs: Jobs
  /** Copies everything into one file, as the owner of the database, and keeps such files for some days. */
  backUp(keepDays: number): Promise<{ removed: number }>
  /** Lists of this copy take turns, and so do exports and imports: each keeps one of the few connections for these. */
  lists: ConcurrencyLimit
  workbooks: ConcurrencyLimit
  /** What guests read without a sign-in, by the address from which they ask. */
  strangers: ConcurrencyLimit
  /** Now, replaceable in tests. */
  clock: () => Date
  log: FastifyBaseLogger
}

/** A record that a call has changed, for the audit trail. */
export interface Touched {
  id: string
  /** The resource as its calls name it; left out: the call's own path without its last part. */
  kind?: string
  before?: unknown
  after?: unknown
}

/** What a handler knows of the call it answers. */
export interface CallContext {
  requestId: string
  /** When it came, by `performance.now()`. */
  begun: number
  locale: Locale
  ip: string
  /** What the caller's program calls itself, to be shown and never believed. */
  agent: string
  log: FastifyBaseLogger
  /** Throws in a public call, which has nobody behind it. */
  user: SignedIn
  /** SHA-256 of the token the call came with, whatever it is worth; empty where there was none. */
  tokenHash: string
  /** The terminal that has signed the call; null where none has, and an error where the signature is not right. */
  terminal(): Promise<string | null>
  /** Refuses unless the call is signed by this terminal with the private half of this key (32 bytes, base64url). */
  requireSignature(terminalId: string, publicKey: string): void
  /** The caller's `Idempotency-Key`, or a new id where there was none. Keyed calls create their row under it. */
  key: string
  /** What `request_key` knows the call by besides its key: the contract's path and a hash of the body (`body-mark.ts`). */
  path: string
  bodyHash: string
  /**
   * Runs work in one transaction with the caller's scope set. In a keyed call (`keyed`) this is the transaction that
   * also stores the key and the answer, so that effect and answer are committed together or not at all.
   */
  tx<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  /** A transaction over all stores, with its trail: what people do about their own account belongs to none of them. */
  accountTx<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  /**
   * Names a record that the call changes, for the audit trail; call it within `tx`. A call that names none leaves one entry
   * with the id of its input.
   */
  touched(record: Touched): void
  /** Says that all of this was done before and nothing changes now: the trail has its entry already. */
  doneBefore(): void
  /** Says whose store a keyed call changes, where it is not the caller's own: whoever works there may repeat it. */
  changesStore(orgCode: string): void
  /** Writes into the trail at once, and for good: what was tried and refused must stay when the call fails. */
  leaveTrail(records: readonly Touched[]): Promise<void>
  /** Whether nobody waits for the answer any more, so that what only makes it need not go on. */
  readonly isAbandoned: boolean
  /** Takes the file of a call whose contract says `takes: 'file'`, and removes it when the work is done. */
  withUpload<T>(maxBytes: number, work: (upload: Upload) => Promise<T>): Promise<T>
  /** Runs after a successful commit of the call, such as a push; a failure in it is logged and changes nothing. */
  afterCommit(work: () => void | Promise<void>): void
  /** Runs when the call has failed and everything is rolled back, before it is answered; for what must be kept anyway. */
  afterFailure(work: (error: unknown) => Promise<void>): void
}

/** What is done by the clock: it answers how many records it touched, and may be run again when it failed or died midway. */
export interface ScheduledWork {
  work(deps: Deps, keepDays: number): Promise<number>
  /** How many days are kept where the schedule's parameter says nothing. */
  keepDays: number
}

/** A payment that has ended, as the slice of its order hears of it. */
export interface EndedPayment {
  /** The order's id, too. */
  id: string
  orgCode: string
  amount: Minor
  provider: string
  /** The provider's own number; empty where nothing was paid. */
  transactionId: string
  /** By the provider's clock; null where nothing was paid. */
  paidAt: Date | null
  operatorId: string
  cashierId: string | null
  terminalId: string | null
}

/**
 * Orders that customers pay for through a provider. Exactly one of the two is called, once, in the transaction that ends the
 * payment, whose scope is the order's store; what it throws takes the end back, and a payment that cannot end as paid is reversed.
 */
export interface PaidOrders {
  /** What payments know the orders by. */
  kind: string
  paid(trx: Transaction, orderId: string, payment: EndedPayment, deps: Deps): Promise<void>
  closed(trx: Transaction, orderId: string, payment: EndedPayment, deps: Deps): Promise<void>
}

/** What became of a refund of an order that a provider was asked for. */
export interface EndedRefund {
  /** By which the provider knew it. */
  id: string
  orgCode: string
  /** Whether the customer has the money; otherwise the provider will not give it back. */
  isDone: boolean
  /** Why not. */
  trouble: string
}

/** Puts calls on the server. */
export type Slice = (app: FastifyInstance, deps: Deps) => void | Promise<void>

/** Everything that a slice brings to the server. `src/server/slices.ts` lists them; core and database name none. */
export interface SliceManifest {
  name: string
  /** Puts the slice's calls on the server. */
  mount: Slice
  /** Every action that the slice's calls ask for, with the built-in roles that hold it: nobody, unless it says so here. */
  actions: Readonly<Record<ActionCode, readonly BuiltInRole[]>>
  menus?: readonly MenuEntry[]
  dictionaries?: readonly ReferenceDictionary[]
  /** Works that a schedule may name, such as `runs.end`; each has a text `jobName.<name>`. */
  jobs?: Readonly<Record<string, ScheduledWork>>
  /** What screens and terminals are told about when it changes. */
  topics?: readonly string[]
  /**
   * The lists that obey data rules, by the action that shows them, with the fields that a rule may name; a rule elsewhere
   * would do nothing.
   */
  ruledLists?: Readonly<Record<ActionCode, Fields>>
  uniqueColumns?: Readonly<Record<string, UniqueColumns>>
  tableDictionaries?: Readonly<Record<string, TableDictionary>>
  /** What a new store may begin with, in the order in which the rows refer to each other. */
  copiedTables?: readonly CopiedTable[]
  /** Its orders that wait for a payment. */
  paidOrders?: PaidOrders
  /**
   * Hears once, in the transaction that ends it, what became of a refund, whoever ordered it. Answers whether it has undone what was
   * refused: then nothing is owed any more, and nobody may ask the provider again.
   */
  refundEnded?: (trx: Transaction, refund: EndedRefund, deps: Deps) => Promise<boolean>
}

/** What all slices together bring, by name. */
export interface Registry {
  actions: ReadonlyMap<string, readonly BuiltInRole[]>
  /** In their order. */
  menus: readonly MenuEntry[]
  dictionaries: readonly ReferenceDictionary[]
  jobs: ReadonlyMap<string, ScheduledWork>
  topics: ReadonlySet<string>
  ruledLists: ReadonlyMap<string, Fields>
  uniqueColumns: ReadonlyMap<string, UniqueColumns>
  tableDictionaries: ReadonlyMap<string, TableDictionary>
  copiedTables: readonly CopiedTable[]
  paidOrders: ReadonlyMap<string, PaidOrders>
  refundEnds: readonly NonNullable<SliceManifest['refundEnded']>[]
}
