import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Fields } from '#shared/core/crud.ts'
import type { Minor } from '#shared/core/money.ts'
import type { SearchHit, SearchKind } from '#shared/features/search/search.schema.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { Auth } from './auth/auth.ts'
import type { SignedIn } from './auth/signed-in.ts'
import type { TerminalKeys } from './auth/terminal-keys.ts'
import type { Dictionaries } from './dictionaries.ts'
import type { Draining } from './draining.ts'
import type { FileStore } from './files/files.ts'
import type { Upload } from './files/uploads.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts'
import type { RateLimit } from './limits/rate-limit.ts'
import type {
  ActionCode,
  BuiltInRole,
  CopiedTable,
  MenuEntry,
  ReferenceDictionary,
  TableDictionary,
  UniqueColumns,
} from './manifest.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Bus } from './realtime/bus.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Sealer } from './secrets/sealing.ts'
import type { Standby } from './standby/standby.ts'

export type { BoundRule, SignedIn } from './auth/signed-in.ts'

/** The dependencies of every slice. */
export interface Deps {
  config: Config
  db: Database
  /** A standby of the database for lists, reports and exports, if there is one. */
  standby: Standby | undefined
  /** The merged declarations of all slices: jobs, lists with data rules, tables for pickers. */
  registry: Registry
  /** Finds the user of a token; cached, and invalidated by notifications. */
  auth: Auth
  /** The public keys of terminals; cached, and invalidated by notifications. */
  terminalKeys: TerminalKeys
  realtime: Realtime
  /** Uploaded files, the same ones for all copies of the server. */
  files: FileStore
  /** Encrypts values that the database must not hold in plain text. */
  sealer: Sealer
  /** The cached dictionaries: values and their texts. */
  dictionaries: Dictionaries
  /** Messages between the copies of the server; screens are notified by `realtime`. */
  bus: Bus
  /** Background jobs, which outlive this copy of the server. */
  jobs: Jobs
  /** Whether this copy is about to stop. */
  draining: Draining
  /** The figures of this copy of the server. */
  metrics: Metrics
  /** Writes backups of everything into single files, as the owner of the database, and keeps them for some days. */
  backUp(keepDays: number): Promise<{ removed: number }>
  /** Limits the lists, exports and imports of this copy; each occupies one of their few connections. */
  lists: ConcurrencyLimit
  workbooks: ConcurrencyLimit
  /** Limits writes of members on the member page. */
  memberWrites: ConcurrencyLimit
  /** Limits calls with personal access tokens, those of each user together. */
  tokenCalls: ConcurrencyLimit
  /** Counts calls with personal access tokens per minute. */
  tokenRate: RateLimit
  /** Limits calls of guests without a sign-in, by their address. */
  strangers: ConcurrencyLimit
  /** The current time; tests replace it. */
  clock: () => Date
  log: FastifyBaseLogger
}

/** A record that a call has changed, for the audit trail. */
export interface Touched {
  id: string
  /** The resource by its path; left out: the call's own path without its last segment. */
  kind?: string
  before?: unknown
  after?: unknown
}

/** The call as its handler sees it. */
export interface CallContext {
  requestId: string
  /** When it arrived, in ms of `performance.now()`. */
  begun: number
  locale: Locale
  ip: string
  /** The client's `User-Agent`: for display only, never for decisions. */
  agent: string
  log: FastifyBaseLogger
  /** Throws in a public call, which has no user. */
  user: SignedIn
  /** The member of a call of members, to whom all that it reads and writes belongs; throws in other calls. */
  memberId: string
  /** SHA-256 of the call's token, even if that is invalid; empty if there was none. */
  tokenHash: string
  /** The terminal that signed the call, or null if none did. Throws if the signature is invalid. */
  terminal(): Promise<string | null>
  /** Throws unless the call is signed by this terminal with the private key of this public key (32 bytes, base64url). */
  requireSignature(terminalId: string, publicKey: string): void
  /** The caller's `Idempotency-Key`, or a new id if there was none. Keyed calls use it as the id of the row they create. */
  key: string
  /** What `request_key` stores besides the key: the contract's path and a hash of the body (`canonical-body.ts`). */
  path: string
  bodyHash: string
  /**
   * Runs work in one transaction with the caller's scope set. In a keyed call (`keyed`) this is the transaction that
   * also stores the key and the answer, so that effect and answer are committed together or not at all.
   */
  tx<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  /** A transaction over all stores, with its audit entry: what users do to their own account belongs to no store. */
  accountTx<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  /**
   * Names a record that the call changes, for the audit trail; call it within `tx`. A call that names none leaves one entry
   * with the id of its input.
   */
  touched(record: Touched): void
  /** Marks the call as a repeat that changes nothing, so that it writes no second audit entry. */
  doneBefore(): void
  /** Sets the store that a keyed call changes, if it is not the caller's own; users of that store may repeat the call. */
  changesStore(orgCode: string): void
  /** Writes an audit entry in a transaction of its own, so that refused attempts stay recorded when the call fails. */
  leaveTrail(records: readonly Touched[]): Promise<void>
  /** Whether the client has disconnected, so that work for the answer alone can stop. */
  readonly isAbandoned: boolean
  /** Receives the file of a call whose contract has `takes: 'file'`, and removes it after the work. */
  withUpload<T>(maxBytes: number, work: (upload: Upload) => Promise<T>): Promise<T>
  /** Runs after the call's commit, for example to push a change; failures are logged and have no other effect. */
  afterCommit(work: () => void | Promise<void>): void
  /** Runs after a failed call was rolled back, before it is answered; for what must be stored in spite of the failure. */
  afterFailure(work: (error: unknown) => Promise<void>): void
}

/** A scheduled job. Returns the number of records it changed; it may run again after a failure or crash. */
export interface ScheduledWork {
  work(deps: Deps, keepDays: number): Promise<number>
  /** How many days are retained if the schedule's parameter is empty. */
  keepDays: number
}

/** A payment that has ended, as reported to the slice of its order. */
export interface EndedPayment {
  /** The id of the payment and of its order. */
  id: string
  orgCode: string
  amount: Minor
  provider: string
  /** The provider's transaction number; empty if nothing was paid. */
  transactionId: string
  /** By the provider's clock; null if nothing was paid. */
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
  /** The name of this kind of order in payments. */
  kind: string
  paid(trx: Transaction, orderId: string, payment: EndedPayment, deps: Deps): Promise<void>
  closed(trx: Transaction, orderId: string, payment: EndedPayment, deps: Deps): Promise<void>
}

/** The result of a refund that was requested from a provider. */
export interface EndedRefund {
  /** The id that was sent to the provider. */
  id: string
  orgCode: string
  /** True if the money was returned; false if the provider refused finally. */
  isDone: boolean
  /** The reason of a refusal. */
  trouble: string
}

/** A search for a word over what a caller may list. */
export interface Search {
  trx: Transaction
  ctx: CallContext
  deps: Deps
  word: string
}

/** What a slice lets users find everywhere: what its list shows to the caller, and nothing else. */
export interface SearchSource {
  kind: SearchKind
  /** The actions that show the list; a caller needs one of them. */
  actions: readonly ActionCode[]
  /** The best hits, one more than are shown if there are more. `isWhole` is false if rows were left out of the search. */
  find(search: Search): Promise<{ hits: SearchHit[]; isWhole: boolean }>
}

/** Puts calls on the server. */
export type Slice = (app: FastifyInstance, deps: Deps) => void | Promise<void>

/** All that a slice adds to the server. `src/server/slices.ts` lists the slices; core and database name none of them. */
export interface SliceManifest {
  name: string
  /** Puts the slice's calls on the server. */
  mount: Slice
  /** Every action that the slice's calls require, with the built-in roles that have it. */
  actions: Readonly<Record<ActionCode, readonly BuiltInRole[]>>
  menus?: readonly MenuEntry[]
  dictionaries?: readonly ReferenceDictionary[]
  /** Jobs that a schedule may name, such as `runs.end`; each has a text `jobName.<name>`. */
  jobs?: Readonly<Record<string, ScheduledWork>>
  /** The topics that screens and terminals are notified of. */
  topics?: readonly string[]
  /**
   * The lists that data rules may narrow, by the action that shows them, with the fields that a rule may name. Rules have no effect
   * on other lists.
   */
  ruledLists?: Readonly<Record<ActionCode, Fields>>
  uniqueColumns?: Readonly<Record<string, UniqueColumns>>
  /** What the search over everything finds of this slice. */
  searched?: readonly SearchSource[]
  /** Actions that a personal access token never has, whatever its user may do, such as setting passwords or counting a drawer. */
  personOnly?: readonly ActionCode[]
  tableDictionaries?: Readonly<Record<string, TableDictionary>>
  /** Tables that a new store may copy, in the order of their references. */
  copiedTables?: readonly CopiedTable[]
  /** The handler of its orders that wait for a payment. */
  paidOrders?: PaidOrders
  /**
   * Called once with the result of each refund, in the transaction that ends it. Returns whether it has undone a refused refund: then
   * nothing is owed any more, and the provider must not be asked again.
   */
  refundEnded?: (trx: Transaction, refund: EndedRefund, deps: Deps) => Promise<boolean>
  /** Called with each member that is registered with a promoter's code, in the transaction that adds it. */
  memberReferred?: (trx: Transaction, referred: ReferredMember, ctx: CallContext, deps: Deps) => Promise<void>
}

/** A new member, with the code of the promoter who referred it. */
export interface ReferredMember {
  memberId: string
  promoterCode: string
}

/** The merged declarations of all slices, by name. */
export interface Registry {
  actions: ReadonlyMap<string, readonly BuiltInRole[]>
  /** In the order of the slices. */
  menus: readonly MenuEntry[]
  dictionaries: readonly ReferenceDictionary[]
  jobs: ReadonlyMap<string, ScheduledWork>
  topics: ReadonlySet<string>
  ruledLists: ReadonlyMap<string, Fields>
  uniqueColumns: ReadonlyMap<string, UniqueColumns>
  searched: ReadonlyMap<string, SearchSource>
  personOnly: ReadonlySet<string>
  tableDictionaries: ReadonlyMap<string, TableDictionary>
  copiedTables: readonly CopiedTable[]
  paidOrders: ReadonlyMap<string, PaidOrders>
  refundEnds: readonly NonNullable<SliceManifest['refundEnded']>[]
  referredMembers: readonly NonNullable<SliceManifest['memberReferred']>[]
}
