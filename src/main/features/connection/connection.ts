import type { Clock } from '#main/core/clocks/clock.ts'
import { probeServer } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import { openServerSocket, type Push } from './server-socket.ts'

export interface ConnectionDeps {
  clock: Clock
  log: Log
  serverUrl(): string
  /** The token of the signed-in user; without one there is only the probe, no socket. */
  identity(): { userId: string; token: string } | null
  onChange(): void
  /** Called with the server's time. */
  onServerTime(time: number): void
  /** Called with messages of the server, and with `resumed` after a reconnect. */
  onPush(push: Push): void
}

/** Tracks whether the server is reachable, for the screen and for all senders. */
export interface Connection {
  readonly online: boolean
  /** Time of the last change of state. */
  readonly since: number
  /** Call after a request without an answer: probes at once. */
  doubt(): void
  /** Call after the computer woke up. */
  resume(): void
  /** Call after a change of the server address or user. */
  restart(): void
  close(): void
}

const PROBE_EVERY = 1000
const PROBE_LIMIT = 2000
const RECONNECT_PAUSE = 5000
/** Terminals reconnect at random within this time: a server that ends closes all their sockets at once, and all miss one that was away. */
const RECONNECT_SPREAD = 3000

export function createConnection(deps: ConnectionDeps): Connection {
  const { clock, log } = deps
  let online = false
  let since = clock.now()
  let closed = false
  let socket: { close(): void } | null = null
  let socketOpen = false
  let wasOpen = false
  let socketDueAt = 0
  let generation = 0
  let probing = false
  let askedMeanwhile = false
  let cancelTick: () => void = () => undefined

  function setOnline(next: boolean, why: string): void {
    if (closed || next === online) return
    online = next
    since = clock.now()
    log.info(next ? 'server reached' : 'server lost', { why })
    // The server is back: the socket need not wait for the pause. What was sold meanwhile does not wait for the socket.
    if (next) socketDueAt = wasOpen ? clock.now() + Math.random() * RECONNECT_SPREAD : 0
    deps.onChange()
  }

  function closeSocket(): void {
    generation += 1
    socketOpen = false
    socket?.close()
    socket = null
  }

  function openSocket(): void {
    const who = deps.identity()
    const serverUrl = deps.serverUrl()
    if (socket || !who || serverUrl === '') return
    // A pause longer than ours means that the computer's clock was set back.
    const pause = socketDueAt - clock.now()
    if (pause > 0 && pause <= RECONNECT_PAUSE) return
    socketDueAt = clock.now() + RECONNECT_PAUSE
    generation += 1
    const ownGeneration = generation
    socket = openServerSocket({
      clock,
      log,
      url: `${serverUrl.replace(/\/+$/, '').replace(/^http/, 'ws')}/websocket/${encodeURIComponent(who.userId)}`,
      token: who.token,
      onOpen() {
        if (ownGeneration !== generation) return
        socketOpen = true
        setOnline(true, 'socket open')
        // Messages sent during the disconnect are not repeated.
        if (wasOpen) deps.onPush({ cmd: 'resumed', topic: '' })
        wasOpen = true
      },
      onPush: (push) => ownGeneration === generation && deps.onPush(push),
      onClosed(reason) {
        if (ownGeneration !== generation) return
        const broke = socketOpen
        socketOpen = false
        socket = null
        if (broke) socketDueAt = clock.now() + Math.random() * RECONNECT_SPREAD
        if (reason === 'silent') setOnline(false, 'silent')
        if (broke) void probe()
      },
    })
  }

  /** `isRoutine`: while the socket is alive, only an answer of another server matters. */
  async function probe(isRoutine = false): Promise<void> {
    if (probing || closed) {
      askedMeanwhile ||= !isRoutine
      return
    }
    const serverUrl = deps.serverUrl()
    if (serverUrl === '') return setOnline(false, 'no server set')
    probing = true
    const ownGeneration = generation
    const probed = await probeServer(serverUrl, PROBE_LIMIT)
    const well = probed.kind === 'well'
    probing = false
    if (closed) return
    // Ignores a result for a previous server address.
    if (serverUrl === deps.serverUrl()) {
      if (probed.kind === 'well' && probed.time !== null) deps.onServerTime(probed.time)
      if (probed.kind !== 'silent' || !isRoutine || !socketOpen) setOnline(well, 'probe')
    }
    if (well && ownGeneration === generation) openSocket()
    if (askedMeanwhile) {
      askedMeanwhile = false
      void probe()
    }
  }

  function tick(): void {
    if (closed) return
    // An open socket does not exclude that a proxy answers calls with its own page.
    void probe(online && socketOpen)
    cancelTick()
    cancelTick = clock.after(PROBE_EVERY, tick)
  }

  function look(): void {
    socketDueAt = 0
    tick()
  }

  look()

  return {
    get online() {
      return online
    },
    get since() {
      return since
    },
    doubt: () => void probe(),
    resume: look,
    restart() {
      closeSocket()
      look()
    },
    close() {
      closed = true
      cancelTick()
      closeSocket()
    },
  }
}
