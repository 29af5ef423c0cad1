import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database, Scope, Transaction } from '#server/db/database.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { Auth } from './auth.ts'
import type { Bus } from './bus.ts'
import type { Dictionaries } from './dictionaries.ts'
import type { Jobs } from './jobs.ts'
import type { Realtime } from './realtime.ts'
import type { Turns } from './turns.ts'
import type { Upload } from './uploads.ts'

/** What every slice is built with. */
export interface Deps {
  config: Config
  db: Database
  /** Who stands behind a token; kept in memory and fresh by notifications. */
  auth: Auth
  realtime: Realtime
  /** Values and their texts, from memory. */
  dictionaries: Dictionaries
  /** How copies of the server hear of each other; screens are told by `realtime`. */
  bus: Bus
  /** Work in the background that outlives this copy. */
  jobs: Jobs
  /** Lists of this copy take turns, and so do exports and imports: each keeps one of the few connections for these. */
  lists: Turns
  workbooks: Turns
  /** Now, replaceable in tests. */
  clock: () => Date
  log: FastifyBaseLogger
}

/** The signed-in person behind a call, from the token; never from the request's own words. */
export interface SignedIn {
  id: string
  username: string
  realname: string
  identity: Identity
  rolesName: string
  /** The store worked in now; empty until one of several is chosen. */
  orgCode: string
  /** Which rows this person may touch: the store's subtree, or everything for the platform administrator. */
  scope: Scope
  actions: ReadonlySet<string>
  /** Ids of the menus and actions that the roles grant; the platform administrator has all without being granted any. */
  granted: ReadonlySet<string>
  /** The data rules that bind this person's lists. */
  rules: readonly BoundRule[]
}

/** A data rule of one of a person's roles: a list of `permissionId` shows only rows that fit it. */
export interface BoundRule {
  id: string
  permissionId: string
  column: string
  condition: string
  /** May name variables, such as `#{sys_org_code}`. */
  value: string
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
  locale: Locale
  ip: string
  log: FastifyBaseLogger
  /** Throws in a public call, which has nobody behind it. */
  user: SignedIn
  /** SHA-256 of the token the call came with, whatever it is worth; empty where there was none. */
  tokenHash: string
  /** The caller's `Idempotency-Key`, or a new id where there was none. Keyed calls create their row under it. */
  key: string
  /** What `request_key` knows the call by besides its key: the contract's path and a hash of the `keyedBy` fields. */
  path: string
  bodyHash: string
  /**
   * Runs work in one transaction with the caller's scope set. In a keyed call (`keyedBy`) this is the transaction that
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
  /** Takes the file of a call whose contract says `takes: 'file'`, and removes it when the work is done. */
  withUpload<T>(maxBytes: number, work: (upload: Upload) => Promise<T>): Promise<T>
  /** Runs after a successful commit of the call, such as a push; a failure in it is logged and changes nothing. */
  afterCommit(work: () => void | Promise<void>): void
  /** Runs when the call has failed and everything is rolled back, before it is answered; for what must be kept anyway. */
  afterFailure(work: (error: unknown) => Promise<void>): void
}

/** The public face of a slice on the server: it mounts its contracts. */
export type Slice = (app: FastifyInstance, deps: Deps) => void
