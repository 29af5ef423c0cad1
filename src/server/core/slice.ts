import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database, Scope, Transaction } from '#server/db/database.ts'
import type { Identity } from '#shared/features/access/access.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { Auth } from './auth.ts'
import type { Bus } from './bus.ts'
import type { Dictionaries } from './dictionaries.ts'
import type { Realtime } from './realtime.ts'

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
  /** Runs after a successful commit of the call, such as a push; a failure in it is logged and changes nothing. */
  afterCommit(work: () => void | Promise<void>): void
  /** Runs when the call has failed and everything is rolled back, before it is answered; for what must be kept anyway. */
  afterFailure(work: (error: unknown) => Promise<void>): void
}

/** The public face of a slice on the server: it mounts its contracts. */
export type Slice = (app: FastifyInstance, deps: Deps) => void
