import type { KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type AuditedCall, leaveTrail } from '#server/core/audit/audit.ts'
import { noteUse, refuseCash, requireAdmitted } from '#server/core/auth/personal-token.ts'
import { checkSignature, signatureOf } from '#server/core/auth/signed-call.ts'
import { publicKeyOf } from '#server/core/auth/terminal-keys.ts'
import { receiveUpload, type Upload } from '#server/core/files/uploads.ts'
import { laneOf } from '#server/core/limits/lane.ts'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { CallContext, Deps, SignedIn, Touched } from '#server/core/slice.ts'
import type { StandbyRead } from '#server/core/standby/standby.ts'
import { EVERY_STORE, type Lane, type Scope, type Transaction, tookTooLong } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid, newId } from '#shared/core/id.ts'
import {
  IDEMPOTENCY_HEADER,
  type Idempotency,
  PERSONAL_TOKEN_PREFIX,
  REASON_MAX,
  REASON_PARAMETER,
  type Route,
  STORE_HEADER,
  TOKEN_HEADER,
} from '#shared/core/route.ts'
import type { TerminalSignature } from '#shared/core/terminal-signature.ts'
import { type Locale, localeOf } from '#shared/i18n/catalogue.ts'
import { canonicalBody } from './canonical-body.ts'

const tokenHeader = TOKEN_HEADER.toLowerCase()
const keyHeader = IDEMPOTENCY_HEADER.toLowerCase()
const storeHeader = STORE_HEADER.toLowerCase()
const MAX_AGENT_LENGTH = 300

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** One API call in progress. Lives as long as its request. */
export class Call implements CallContext {
  readonly locale: Locale
  readonly tokenHash: string
  readonly path: string
  readonly #lane: Lane
  key = ''
  bodyHash = ''
  /** The store that a keyed call changes, if it is not the caller's own. */
  storeOfEffect: string | undefined
  /** The transaction of a keyed call, while it is open. */
  bound: Transaction | undefined
  /** The request, after it was parsed. */
  input: AuditedCall['input'] = {}
  /** Of when the answer is, if a standby gave it that was not up to date; of several reads the oldest. */
  asOf: Date | undefined
  /** Whether the call writes no audit entry of its own: it is a read, or a repeat of an answered call. */
  untraced: boolean
  readonly begun = performance.now()
  readonly deps: Deps
  readonly #request: FastifyRequest
  readonly #route: Route
  readonly #isPersonal: boolean
  #signedIn: SignedIn | null = null
  #pushes: (() => void | Promise<void>)[] = []
  #rescues: ((error: unknown) => Promise<void>)[] = []
  readonly #touches: Touched[] = []
  #traced = false

  constructor(deps: Deps, request: FastifyRequest, route: Route) {
    this.deps = deps
    this.#request = request
    this.#route = route
    this.path = route.path
    this.#lane = laneOf(route)
    this.untraced = !(route.audited ?? [route.method].flat().some((method) => method !== 'GET'))
    this.locale = localeOf(request.headers['accept-language'])
    const token = headerOf(request, tokenHeader)
    this.tokenHash = token === '' ? '' : hashOf(token)
    this.#isPersonal = token.startsWith(PERSONAL_TOKEN_PREFIX)
  }

  get requestId(): string {
    return this.#request.id
  }

  get ip(): string {
    return this.#request.ip
  }

  /** The client's `User-Agent`: for display only, never for decisions. */
  get agent(): string {
    return headerOf(this.#request, 'user-agent')
      .replace(/\P{ASCII}|\p{Cc}/gu, '')
      .slice(0, MAX_AGENT_LENGTH)
  }

  /** The reason of a deletion, for the audit trail; every call that deletes accepts one. */
  get reason(): string {
    if (this.method !== 'DELETE') return ''
    const { [REASON_PARAMETER]: given } = this.#request.query as Record<string, unknown>
    return typeof given === 'string' ? given.trim().slice(0, REASON_MAX) : ''
  }

  get isAbandoned(): boolean {
    return this.#request.socket.destroyed
  }

  get log(): FastifyBaseLogger {
    return this.#request.log
  }

  get user(): SignedIn {
    if (!this.#signedIn) throw new Error(`nobody is signed in to the public call ${this.path}`)
    return this.#signedIn
  }

  get memberId(): string {
    const { memberId } = this.user
    if (memberId === '') throw new Error(`${this.path} is no call of members`)
    return memberId
  }

  /** Throws unless the contract admits this caller. */
  async authorize(): Promise<void> {
    const { access } = this.#route
    if (access === 'public') return
    if (this.tokenHash === '') throw new AppError('auth.tokenMissing')
    const { token } = await this.#findCaller()
    if (token) {
      this.deps.tokenRate.count(token.id)
      await noteUse(this.deps, token.id, this.ip)
      requireAdmitted(this.#route, this.deps.registry)
      // A program is no counter, whatever key it has.
      if (signatureOf(this.#request)) throw new AppError('accessTokens.noTerminal')
    }
    this.#requireRights()
  }

  /** Throws unless the contract still admits this caller, whose rights may have ended while the body was on its way. */
  async authorizeAgain(): Promise<void> {
    if (this.#route.access === 'public') return
    await this.#findCaller()
    this.#requireRights()
  }

  async #findCaller(): Promise<SignedIn> {
    this.#signedIn = await (this.#isPersonal ? this.#findPersonal() : this.deps.auth.find(this.tokenHash))
    // The family's answer to an ended sign-in is HTTP 500; programs get 401.
    if (!this.#signedIn) throw new AppError(this.#isPersonal ? 'accessTokens.invalid' : 'auth.tokenInvalid')
    return this.#signedIn
  }

  #requireRights(): void {
    const { access } = this.#route
    // Nobody may make calls of another kind of caller.
    const kind = access === 'device' || access === 'member' ? access : 'user'
    if (this.user.kind !== kind) throw new AppError('auth.forbidden')
    if (access === 'signedIn') return
    if (kind === 'user' && !this.user.actions.has(access)) throw new AppError('auth.forbidden')
    this.#requireStore()
  }

  async #findPersonal(): Promise<SignedIn | null> {
    const { auth } = this.deps
    const store = headerOf(this.#request, storeHeader)
    const found = await auth.findPersonal(this.tokenHash, store)
    if (found || store === '' || !(await auth.findPersonal(this.tokenHash, ''))) return found
    throw new AppError('accessTokens.notItsStore', { field: STORE_HEADER })
  }

  /** Who shares a limit with this call: all programs of a user have one share, which is not that of the user. */
  get sharer(): string {
    return this.user.token ? `programs of ${this.user.id}` : this.user.id
  }

  /** The personal access token of the call, or null. */
  get personalToken(): SignedIn['token'] {
    return this.#signedIn?.token ?? null
  }

  /** Throws where a program would take cash, which only a person at a drawer can. */
  refuseCash(body: unknown): void {
    if (this.personalToken) refuseCash(body)
  }

  #requireStore(): void {
    const { orgCode, identity, isStoreClosed, token } = this.user
    if (isStoreClosed) throw new AppError('auth.storeClosed')
    if (orgCode === '' && token) throw new AppError('accessTokens.nameStore', { field: STORE_HEADER })
    if (orgCode === '' && identity !== '-1') throw new AppError('auth.chooseStore')
  }

  /** Reads the idempotency key and hashes the body: the same key with another body is an error. */
  readKey({ exceptFields: except = [] }: Idempotency, body: unknown): void {
    const given = headerOf(this.#request, keyHeader)
    if (given !== '' && !isUuid(given)) {
      throw new AppError('common.invalidInput', { field: IDEMPOTENCY_HEADER, reason: 'UUID' })
    }
    this.key = given === '' ? newId() : given.toLowerCase()
    // The key of another member is a key with another body: its answer is not for this one.
    this.bodyHash = hashOf(`${this.#signedIn?.memberId ?? ''}${canonicalBody(body, except)}`)
  }

  /**
   * Loads the key of the signing terminal into the cache. A call that loaded it within its transaction would need a second
   * connection, and as many such calls as there are connections would deadlock.
   */
  async resolveTerminal(): Promise<void> {
    const signature = signatureOf(this.#request)
    if (signature) await this.deps.terminalKeys.find(signature.terminalId, this.user.orgCode)
  }

  async terminal(): Promise<string | null> {
    const signature = signatureOf(this.#request)
    if (!signature) return null
    const key = await this.deps.terminalKeys.find(signature.terminalId, this.user.orgCode)
    if (key === null) throw new AppError('terminals.notEnrolled')
    if (key === 'revoked') throw new AppError('terminals.revoked')
    this.#checkSignature(signature, key)
    return signature.terminalId
  }

  requireSignature(terminalId: string, publicKey: string): void {
    const signature = signatureOf(this.#request)
    if (signature?.terminalId !== terminalId) throw new AppError('terminals.signatureInvalid')
    this.#checkSignature(signature, publicKeyOf(publicKey))
  }

  #checkSignature(signature: TerminalSignature, key: KeyObject): void {
    const request = this.#request
    const idempotencyKey = headerOf(request, keyHeader)
    const now = this.deps.clock()
    checkSignature({ request, signature, key, idempotencyKey, tokenHash: this.tokenHash, now })
  }

  tx<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    if (this.bound) return work(this.bound)
    return this.transaction(work)
  }

  /** A transaction of the caller's scope. If it is retried, the after-commit work of the first attempt is dropped. */
  transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    this.#requireStore()
    return this.#trailed(this.user.scope, work)
  }

  accountTx<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    return this.#trailed(EVERY_STORE, work)
  }

  async #trailed<T>(scope: Scope, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const pushes = this.#pushes.length
    const rescues = this.#rescues.length
    const touches = this.#touches.length
    const attempt = (trx: Transaction): Promise<T> => {
      this.#pushes.length = pushes
      this.#rescues.length = rescues
      this.#touches.length = touches
      return work(trx)
    }
    const undo = (error: unknown): never => {
      // A call may continue after a rollback: its after-commit work must not run then.
      this.#pushes.length = pushes
      this.#touches.length = touches
      throw error
    }
    const read = await this.#atStandby(scope, attempt).catch(undo)
    if (read) return read.result
    const result = await this.#inTurn(scope, async (trx) => {
      const done = await attempt(trx)
      await this.#leaveOwnTrail(trx)
      return done
    }).catch(undo)
    this.#traced ||= !this.untraced
    this.#touches.length = 0
    return result
  }

  /**
   * A list, report or export at the standby; undefined if the primary must answer. A terminal's calls are the counter's work, and a
   * read that leaves an audit entry writes.
   */
  async #atStandby<T>(scope: Scope, work: (trx: Transaction) => Promise<T>): Promise<StandbyRead<T> | undefined> {
    const { standby } = this.deps
    const { access, standby: use, idempotent } = this.#route
    const isOfUsers = access !== 'public' && access !== 'device' && access !== 'member'
    if (!standby || !isOfUsers || use === 'never' || idempotent) return undefined
    const lane = this.#lane
    const isRead = this.untraced && (this.method === 'GET' || use === 'dated')
    if (lane === 'counter' || !isRead || signatureOf(this.#request)) return undefined
    try {
      const read = await standby.read(scope, work, { lane, mayBeOld: use === 'dated', sharer: this.sharer })
      if (read?.asOf && (!this.asOf || read.asOf < this.asOf)) this.asOf = read.asOf
      return read
    } catch (error) {
      throw tookTooLong(error) ? new AppError('lists.tooSlow') : error
    }
  }

  /** Lists and workbooks have a connection pool of their own, so waiting for a turn takes none of the counter's connections. */
  async #inTurn<T>(scope: Scope, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const { db, lists } = this.deps
    if (this.#lane === 'counter') return db.scoped(scope, work)
    try {
      // Workbooks take a turn themselves, because it spans several transactions.
      if (this.#lane === 'workbooks') return await db.scoped(scope, work, 'workbooks')
      const lane = this.untraced && this.method === 'GET' ? 'reads' : 'lists'
      return await lists.run(() => db.scoped(scope, work, lane), this.sharer)
    } catch (error) {
      throw tookTooLong(error) ? new AppError('lists.tooSlow') : error
    }
  }

  /** Effect and audit entry are committed together; the first transaction of a call writes the entry for all of it. */
  async #leaveOwnTrail(trx: Transaction): Promise<void> {
    if (this.untraced || (this.#traced && this.#touches.length === 0)) return
    await leaveTrail(trx, this, this.#touches)
  }

  /** Writes the audit entry of a call that changed something outside the transactions of this class. */
  async leaveRest(): Promise<void> {
    if (this.untraced || this.#traced || !this.#signedIn) return
    await this.deps.db.scoped(EVERY_STORE, (trx) => leaveTrail(trx, this, this.#touches))
  }

  changesStore(orgCode: string): void {
    this.storeOfEffect = orgCode
  }

  leaveTrail(records: readonly Touched[]): Promise<void> {
    return this.deps.db.scoped(EVERY_STORE, (trx) => leaveTrail(trx, this, records))
  }

  touched(record: Touched): void {
    this.#touches.push(record)
  }

  doneBefore(): void {
    this.untraced = true
  }

  get method(): string {
    return this.#request.method
  }

  async withUpload<T>(maxBytes: number, work: (upload: Upload) => Promise<T>): Promise<T> {
    const upload = await receiveUpload(this.#request, join(this.deps.config.dataDir, 'tmp'), maxBytes)
    try {
      await this.authorizeAgain()
      return await work(upload)
    } finally {
      await rm(upload.path, { force: true })
    }
  }

  afterCommit(work: () => void | Promise<void>): void {
    this.#pushes.push(work)
  }

  afterFailure(work: (error: unknown) => Promise<void>): void {
    this.#rescues.push(work)
  }

  committed(): void {
    for (const push of this.#pushes) {
      void (async () => push())().catch((error: unknown) => this.log.error({ err: error }, 'after-commit work failed'))
    }
  }

  async failed(cause: unknown): Promise<void> {
    for (const rescue of this.#rescues) {
      await rescue(cause).catch((error: unknown) => this.log.error({ err: error }, 'after-failure work failed'))
    }
  }
}
