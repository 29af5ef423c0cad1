import type { WebSocket } from 'ws'
import { createConcurrencyLimit } from '#server/core/limits/concurrency-limit.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { readStore, type StoreState } from './display.repository.ts'
import { viewOf } from './display.view.ts'
import { type AuthorizedScreen, findScreen, recordSeen } from './screen-keys.repository.ts'

/** A connected screen: its socket, its key, and the last result for the key. */
interface Watcher {
  socket: WebSocket
  key: string
  screen: AuthorizedScreen
  alive: boolean
}

/** Minimum interval of updates of a store; laps arrive more often than anyone can read. */
const MIN_INTERVAL_MS = 250
/** Interval at which keys are checked, content is read again, and sockets without a pong are closed. */
const CHECK_MS = 20_000
/** Limit of concurrent reads of stores, so that screens never use the connections that counters need. */
const READ_LIMIT = { maxRunning: 2, maxWaiting: 1000, waitTimeoutMs: 15_000 }
/** Bytes buffered for a socket at which it is closed. */
const MAX_BUFFERED_BYTES = 1_048_576

/** WebSocket close code for an invalid key. */
const CLOSE_KEY_ENDED = 4401

/** Topics that change the content, besides laps. */
const TOPICS: ReadonlySet<string> = new Set(['floor', 'vehicles', 'matches'])

/** Updates the big screens connected to this copy of the server; each store is read once for all of its screens. */
export function createFeed(deps: Deps) {
  const { db, bus, clock, log } = deps
  const watchers = new Set<Watcher>()
  const timers = new Map<string, NodeJS.Timeout>()
  const reads = new Map<string, Promise<StoreState>>()
  const readLimit = createConcurrencyLimit(READ_LIMIT)
  /** By screen without a socket: when it was last recorded as seen. */
  const recordedAt = new Map<string, number>()

  /** Shares a read in progress. After a change `update` waits for it and reads again. */
  const read = (orgCode: string): Promise<StoreState> => {
    const current = reads.get(orgCode)
    if (current) return current
    const work = readLimit.run(() => readStore(db, orgCode, clock())).finally(() => reads.delete(orgCode))
    reads.set(orgCode, work)
    return work
  }

  const send = ({ socket, screen }: Watcher, state: StoreState): void => {
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(viewOf(state, screen.layout)))
  }

  const update = async (orgCode: string): Promise<void> => {
    timers.delete(orgCode)
    await reads.get(orgCode)?.catch(() => undefined)
    const state = await read(orgCode)
    for (const watcher of watchers) if (watcher.screen.orgCode === orgCode) send(watcher, state)
  }

  const scheduleUpdate = (orgCode: string): void => {
    if (timers.has(orgCode)) return
    if (![...watchers].some(({ screen }) => screen.orgCode === orgCode)) return
    const work = () =>
      void update(orgCode).catch((error: unknown) => log.warn({ err: error }, 'screens could not be updated'))
    timers.set(orgCode, setTimeout(work, MIN_INTERVAL_MS))
  }

  /** Checks a key again: layouts change, keys are revoked, permits expire. */
  const checkKey = async (watcher: Watcher): Promise<void> => {
    try {
      watcher.screen = await findScreen(deps, watcher.key)
      scheduleUpdate(watcher.screen.orgCode)
    } catch (error) {
      // While the database is unavailable the screen keeps its content.
      if (error instanceof AppError && error.code === 'display.keyUnknown')
        watcher.socket.close(CLOSE_KEY_ENDED, 'key ended')
    }
  }

  bus.listen((message) => {
    if (message.kind === 'lap') scheduleUpdate(message.orgCode)
    if (message.kind !== 'changed') return
    const { topic, orgCode } = message
    if (TOPICS.has(topic)) scheduleUpdate(orgCode)
    if (topic !== 'display') return
    for (const watcher of watchers) if (watcher.screen.orgCode.startsWith(orgCode)) void checkKey(watcher)
  })
  bus.onReconnect(() => {
    for (const watcher of watchers) void checkKey(watcher)
  })

  const checkAll = async (): Promise<void> => {
    for (const watcher of watchers) {
      if (!watcher.alive) {
        watcher.socket.terminate()
        continue
      }
      watcher.alive = false
      watcher.socket.ping()
      await checkKey(watcher)
    }
    const connected = [...new Set([...watchers].map(({ screen }) => screen.id))]
    if (connected.length > 0) await recordSeen(deps, connected)
  }
  const checkTimer = setInterval(
    () => void checkAll().catch((error: unknown) => log.warn({ err: error }, 'the screens could not be checked')),
    CHECK_MS,
  )
  checkTimer.unref()

  return {
    /** The current content of the screen with a key. Throws `display.keyUnknown`. */
    async state(key: string) {
      const screen = await findScreen(deps, key)
      const now = performance.now()
      if (now - (recordedAt.get(screen.id) ?? Number.NEGATIVE_INFINITY) >= CHECK_MS) {
        recordedAt.set(screen.id, now)
        await recordSeen(deps, [screen.id])
      }
      return viewOf(await read(screen.orgCode), screen.layout)
    },
    /** Adds the socket of a screen and sends its content. Throws `display.keyUnknown`. */
    async accept(socket: WebSocket, key: string): Promise<void> {
      const watcher: Watcher = { socket, key, screen: await findScreen(deps, key), alive: true }
      socket.on('pong', () => {
        watcher.alive = true
      })
      socket.on('close', () => watchers.delete(watcher))
      socket.on('error', () => socket.terminate())
      // It may have closed while its key was checked.
      if (socket.readyState !== socket.OPEN) return
      watchers.add(watcher)
      send(watcher, await read(watcher.screen.orgCode))
      await recordSeen(deps, [watcher.screen.id])
    },
    close(): void {
      clearInterval(checkTimer)
      for (const timer of timers.values()) clearTimeout(timer)
      for (const { socket } of watchers) socket.close(1001, 'the server stops')
    },
  }
}
