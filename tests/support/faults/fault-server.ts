import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { toPage } from '#shared/core/envelope.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import type { Permissions } from '#shared/features/access/access.schema.ts'
import type { StorePrinting } from '#shared/features/printing/print-layout.schema.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { PrintJob } from '#shared/features/terminals/terminals.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { freePort } from '#tests/support/free-port.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'

/**
 * What happens to one call: `ok`; `lose` carries it out and never answers; `drop` cuts the connection before anything is done;
 * `fail` answers 500; `hang` keeps the caller waiting; an object refuses it as the server would.
 */
export type Fault = 'ok' | 'lose' | 'drop' | 'fail' | 'hang' | { code: string; message: string }

export interface TakenStart {
  key: string
  body: StartInput
}

export interface FaultServer {
  url: string
  port: number
  /** Decides about each call; by default `ok`. */
  plan: (call: string, body: Record<string, unknown>) => Fault
  /** The starts that were carried out, in the order of their commit; each key once. */
  starts: TakenStart[]
  /** Every request to start, including repeats. */
  attempts: TakenStart[]
  dismissals: { id: string; remark: string }[]
  /** Bodies of `keep` calls: copies of starts that failed. */
  kept: Record<string, unknown>[]
  registrations: Record<string, unknown>[]
  reports: Record<string, unknown>[]
  /** How often print jobs were requested. */
  claims: number
  /** How often the call for recovered printers was made. */
  recoveries: number
  /** The answer to the next claim. */
  printJobs: PrintJob[]
  /** Texts received over the socket. */
  heard: string[]
  /** What sockets requested, including the token. */
  protocols: string[]
  validTokens: Set<string>
  /** The vehicles of the snapshot, where a test sets them. */
  vehicles: Vehicle[] | null
  /** The same for the rules. */
  rules: OfferedRule[] | null
  /** The location of its store. */
  timeZone: string
  /** The permissions of users who sign in. */
  permissions: Permissions
  /** Its store's settings for papers. */
  printing: StorePrinting
  /** How many pending rides of members the server reports. */
  openHung: number
  /** The same for today's trials, and their limit. */
  openTrials: number
  trialLimit: number
  /** The current time that it reports. */
  time: string | null
  /** Runs when a start has been carried out for the first time. */
  onStart: (key: string) => void
  push(message: unknown): void
  /** Resolves when a condition holds; checked after each call and each socket event. */
  until(condition: () => boolean): Promise<void>
  /** Leaves all connections open and answers nothing, like a server with its network cable unplugged. */
  freeze(): void
  thaw(): void
  /** Goes down like a killed server: every connection is reset. */
  kill(): Promise<void>
  /** Comes up again at the same address with all its data. */
  revive(): Promise<void>
}

interface Answer {
  status: number
  body: unknown
}

const ok = (result: unknown): Answer => ({
  status: 200,
  body: { success: true, message: '', code: 0, result, timestamp: Date.now() },
})

const refusal = (code: string, message: string, status = 200): Answer => ({
  status,
  body: {
    success: false,
    message,
    code: 500,
    result: null,
    timestamp: Date.now(),
    error: { code, details: {}, requestId: '' },
  },
})

/** A server with only the calls of a counter and the rule of the idempotency key, which fails on demand. */
export async function startFaultServer(): Promise<FaultServer> {
  const taken = new Map<string, unknown>()
  const sockets = new Set<WebSocket>()
  const connections = new Set<Socket>()
  let watchers: (() => void)[] = []
  let counter = 0
  const changed = (): void => {
    for (const watcher of watchers.slice()) watcher()
  }

  const state: FaultServer = {
    url: '',
    port: 0,
    plan: () => 'ok',
    starts: [],
    attempts: [],
    dismissals: [],
    kept: [],
    registrations: [],
    reports: [],
    claims: 0,
    recoveries: 0,
    printJobs: [],
    heard: [],
    protocols: [],
    vehicles: null,
    rules: null,
    timeZone: 'Asia/Shanghai',
    permissions: venue.permissions,
    printing: { layouts: {}, logos: [] },
    openHung: 0,
    openTrials: 0,
    trialLimit: -1,
    time: null,
    onStart: () => undefined,
    validTokens: new Set(['token-1']),
    push: (message) => {
      for (const socket of sockets) socket.send(JSON.stringify(message))
    },
    until: (condition) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!condition()) return
          watchers = watchers.filter((watcher) => watcher !== look)
          resolve()
        }
        watchers.push(look)
        look()
      }),
    freeze: () => {
      for (const socket of connections) socket.pause()
    },
    thaw: () => {
      for (const socket of connections) socket.destroy()
      connections.clear()
    },
    kill: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.terminate()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
    revive: () => new Promise((resolve) => http.listen(state.port, '127.0.0.1', () => resolve())),
  }

  function start(key: string, body: StartInput): Answer {
    const known = taken.get(key)
    if (known) return ok(known)
    counter += 1
    const result = venue.startResult(key, body, counter)
    taken.set(key, result)
    state.starts.push({ key, body })
    state.onStart(key)
    return ok(result)
  }

  function seen(): Snapshot {
    const snapshot = venue.snapshot()
    const { openHung, openTrials, trialLimit } = state
    const { printing, timeZone } = state
    const store = { ...snapshot.store, openHung, openTrials, trialLimit, printing, timeZone }
    return { ...snapshot, store, rules: state.rules ?? snapshot.rules, vehicles: state.vehicles ?? snapshot.vehicles }
  }

  function claim(recovered: boolean): Answer {
    state.claims += 1
    if (recovered) state.recoveries += 1
    const jobs = state.printJobs
    state.printJobs = []
    return ok(jobs)
  }

  function note(list: Record<string, unknown>[], body: Record<string, unknown>, result: unknown = null): Answer {
    list.push(body)
    return ok(result)
  }

  function carryOut(call: string, key: string, body: Record<string, unknown>, query: URLSearchParams): Answer {
    switch (call) {
      case 'add':
        return start(key, body as unknown as StartInput)
      case 'phoneLogin':
        return body.captcha === venue.smsCode ? ok(venue.login) : refusal('account.smsWrong', '手机验证码错误')
      case 'login':
        return body.password === venue.password ? ok(venue.login) : refusal('auth.wrongPassword', '用户名或密码错误')
      case 'getUserPermissionByToken':
        return ok(state.permissions)
      case 'snapshotChanges':
        return ok(seen())
      case 'listorgcode':
        return ok(toPage(seen().vehicles, seen().vehicles.length, 1, MAX_PICKED_ROWS))
      case 'consumerolelistpc': {
        const found = seen().rules.filter(({ id }) => query.get('id')?.split(',').includes(id))
        return ok(toPage(found, found.length, 1, MAX_PICKED_ROWS))
      }
      case 'getDepartInfo':
        return ok(seen().store)
      case 'searchMemberById':
        return ok(
          venue.members.find((one) => one.physicalCard === query.get('idCard') || one.id === query.get('id')) ?? null,
        )
      case 'memberlist':
        return ok({ records: venue.members, total: 1, size: 20, current: 1, pages: 1, searchCount: true })
      case 'register':
        return note(state.registrations, body, { id: body.id, orgCode: venue.orgCode })
      case 'claim':
        return claim(body.recovered === true)
      case 'report':
        return note(state.reports, body)
      case 'healthz':
        return { status: 200, body: { status: 'ok', ...(state.time === null ? {} : { time: state.time }) } }
      case 'listkept':
        return ok({ members: [], gone: [], next: null, whole: false, mark: '1.0' })
      case 'keep':
        return note(state.kept, body)
      case 'dismiss':
        return note(state.dismissals as unknown as Record<string, unknown>[], body)
      case 'logout':
      case 'current':
        return ok(null)
      default:
        return refusal('common.notFound', 'not found', 404)
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://x')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = url.pathname.split('/').pop() ?? ''
    const text = Buffer.concat(chunks).toString('utf8')
    const body = text === '' ? {} : (fromFamily(StartInput, JSON.parse(text)) as Record<string, unknown>)
    const key = String(request.headers['idempotency-key'] ?? '')
    const fault = state.plan(call, body)
    if (call === 'add') state.attempts.push({ key, body: body as unknown as StartInput })
    if (fault === 'hang') return
    if (fault === 'drop') return void request.socket.destroy()
    const answer = answerTo(fault, () => {
      const token = String(request.headers['x-access-token'] ?? '')
      if (['healthz', 'login', 'phoneLogin', 'logout'].includes(call))
        return carryOut(call, key, body, url.searchParams)
      if (token === '') return refusal('auth.tokenMissing', '', 401)
      if (!state.validTokens.has(token)) return { status: 500, body: { message: 'Token失效，请重新登录' } }
      return carryOut(call, key, body, url.searchParams)
    })
    if (fault === 'lose') return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }

  function answerTo(fault: Fault, work: () => Answer): Answer {
    if (fault === 'fail') return refusal('common.internal', 'oops', 500)
    return typeof fault === 'object' ? refusal(fault.code, fault.message) : work()
  }

  const http = createServer((request, response) => void handle(request, response).finally(changed))
  http.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  const ws = new WebSocketServer({ server: http, handleProtocols: () => 'pitlane' })
  ws.on('connection', (socket, request) => {
    state.protocols.push(String(request.headers['sec-websocket-protocol']))
    sockets.add(socket)
    changed()
    socket.on('close', () => {
      sockets.delete(socket)
      changed()
    })
    socket.on('message', (data) => {
      state.heard.push(String(data))
      socket.send(JSON.stringify({ cmd: 'heartcheck', msgTxt: 'ok' }))
      changed()
    })
  })
  state.port = await freePort()
  await new Promise<void>((resolve) => http.listen(state.port, '127.0.0.1', () => resolve()))
  state.url = `http://127.0.0.1:${state.port}`
  return state
}
