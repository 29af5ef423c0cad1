import type { WebSocket } from 'ws'
import type { BusMessage } from '#server/core/bus.ts'
import type { Deps } from '#server/core/slice.ts'
import { createTurns } from '#server/core/turns.ts'
import { AppError } from '#shared/core/errors.ts'
import { readStore, type StoreState } from './display.repository.ts'
import { viewOf } from './display.view.ts'
import { type AuthorizedScreen, findScreen, recordSeen } from './screen-keys.repository.ts'

/** A screen that is there: its socket, its key, and what the key last meant. */
interface Watcher {
  socket: WebSocket
  key: string
  screen: AuthorizedScreen
  alive: boolean
}

/** Laps of thirty vehicles come more often than anybody can read. */
const APART_MS = 250
/** How often all is read though nothing was heard, keys are asked for again, and who does not answer is given up. */
const ROUND_MS = 20_000
/** So many stores are read at once: screens never take what counters need. */
const READS = { atOnce: 2, mostWaiting: 1000, patienceMs: 15_000 }
/** More than any screen falls behind by. */
const MOST_UNREAD = 1_048_576

/** The server's reason for closing when a key is good for nothing any more. */
const KEY_ENDED = 4401

/** What makes a screen's picture old, besides laps. */
const TOPICS: ReadonlySet<unknown> = new Set(['floor', 'vehicles'])

/** Keeps the big screens of this copy of the server up to date: what a store's screens show is read once for all of them. */
export function createFeed(deps: Deps) {
  const { db, bus, clock, log } = deps
  const watchers = new Set<Watcher>()
  const waiting = new Map<string, NodeJS.Timeout>()
  const reading = new Map<string, Promise<StoreState>>()
  const turns = createTurns(READS)
  /** When screens whose sockets do not come through were noted as there. */
  const noted = new Map<string, number>()

  /** Whoever asks while a store is read gets that reading, except after news: that is read anew. */
  const read = (orgCode: string): Promise<StoreState> => {
    const going = reading.get(orgCode)
    if (going) return going
    const work = turns.run(() => readStore(db, orgCode, clock())).finally(() => reading.delete(orgCode))
    reading.set(orgCode, work)
    return work
  }

  const say = ({ socket, screen }: Watcher, state: StoreState): void => {
    if (socket.bufferedAmount > MOST_UNREAD) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(viewOf(state, screen.layout)))
  }

  const tell = async (orgCode: string): Promise<void> => {
    waiting.delete(orgCode)
    await reading.get(orgCode)?.catch(() => undefined)
    const state = await read(orgCode)
    for (const watcher of watchers) if (watcher.screen.orgCode === orgCode) say(watcher, state)
  }

  const tellSoon = (orgCode: string): void => {
    if (waiting.has(orgCode)) return
    if (![...watchers].some(({ screen }) => screen.orgCode === orgCode)) return
    const work = () =>
      void tell(orgCode).catch((error: unknown) => log.warn({ err: error }, 'screens could not be told'))
    waiting.set(orgCode, setTimeout(work, APART_MS))
  }

  /** Asks again what a key means: layouts change, keys are taken back, authorizations run out. */
  const ask = async (watcher: Watcher): Promise<void> => {
    try {
      watcher.screen = await findScreen(deps, watcher.key)
      tellSoon(watcher.screen.orgCode)
    } catch (error) {
      // While the database is away nobody knows, and the screen goes on with what it has.
      if (error instanceof AppError && error.code === 'display.keyUnknown') watcher.socket.close(KEY_ENDED, 'key ended')
    }
  }

  bus.listen((message: BusMessage) => {
    const { kind, topic, orgCode = '' } = message as BusMessage & { orgCode?: string }
    if (kind === 'lap' || (kind === 'changed' && TOPICS.has(topic))) tellSoon(orgCode)
    if (kind !== 'changed' || topic !== 'display') return
    for (const watcher of watchers) if (watcher.screen.orgCode.startsWith(orgCode)) void ask(watcher)
  })
  bus.onReconnect(() => {
    for (const watcher of watchers) void ask(watcher)
  })

  const round = async (): Promise<void> => {
    for (const watcher of watchers) {
      if (!watcher.alive) {
        watcher.socket.terminate()
        continue
      }
      watcher.alive = false
      watcher.socket.ping()
      await ask(watcher)
    }
    const there = [...new Set([...watchers].map(({ screen }) => screen.id))]
    if (there.length > 0) await recordSeen(deps, there)
  }
  const rounds = setInterval(
    () => void round().catch((error: unknown) => log.warn({ err: error }, 'a round of the screens failed')),
    ROUND_MS,
  )
  rounds.unref()

  return {
    /** What the screen with a key shows now. */
    async state(key: string) {
      const screen = await findScreen(deps, key)
      const now = performance.now()
      if (now - (noted.get(screen.id) ?? Number.NEGATIVE_INFINITY) >= ROUND_MS) {
        noted.set(screen.id, now)
        await recordSeen(deps, [screen.id])
      }
      return viewOf(await read(screen.orgCode), screen.layout)
    },
    /** Takes over the socket of a screen, and tells it all at once. */
    async accept(socket: WebSocket, key: string): Promise<void> {
      const watcher: Watcher = { socket, key, screen: await findScreen(deps, key), alive: true }
      socket.on('pong', () => {
        watcher.alive = true
      })
      socket.on('close', () => watchers.delete(watcher))
      socket.on('error', () => socket.terminate())
      // It may have closed while its key was looked up.
      if (socket.readyState !== socket.OPEN) return
      watchers.add(watcher)
      say(watcher, await read(watcher.screen.orgCode))
      await recordSeen(deps, [watcher.screen.id])
    },
    close(): void {
      clearInterval(rounds)
      for (const timer of waiting.values()) clearTimeout(timer)
      for (const { socket } of watchers) socket.close(1001, 'the server stops')
    },
  }
}
