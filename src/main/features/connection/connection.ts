import type { Clock } from '#main/core/clock.ts'
import { probeServer } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import { openServerSocket, type Push } from './server-socket.ts'

export interface ConnectionDeps {
  clock: Clock
  log: Log
  serverUrl(): string
  /** Who is signed in at the server; without anybody there is no socket, only the probe. */
  identity(): { userId: string; token: string } | null
  onChange(): void
  /** The server has said what time it is. */
  onServerTime(time: number): void
  /** Told what the server announces, and `resumed` when that can be heard again. */
  onPush(push: Push): void
}

/** Whether the server can be reached: shown to the cashier, and asked by everything that sends. */
export interface Connection {
  readonly online: boolean
  /** Since when it has been so. */
  readonly since: number
  /** A call got no answer: look at once instead of in a while. */
  doubt(): void
  /** The computer woke up. */
  resume(): void
  /** The server's address or the person changed. */
  restart(): void
  close(): void
}

const PROBE_EVERY = 1000
const PROBE_LIMIT = 2000
const RECONNECT_PAUSE = 5000

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
    // A server that is back takes sockets again; no need to sit the pause out.
    if (next) socketDueAt = 0
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
    const mine = generation
    socket = openServerSocket({
      clock,
      log,
      url: `${serverUrl.replace(/\/+$/, '').replace(/^http/, 'ws')}/websocket/${encodeURIComponent(who.userId)}`,
      token: who.token,
      onOpen() {
        if (mine !== generation) return
        socketOpen = true
        setOnline(true, 'socket open')
        // What was announced while the line was down is not announced again.
        if (wasOpen) deps.onPush({ cmd: 'resumed', topic: '' })
        wasOpen = true
      },
      onPush: (push) => mine === generation && deps.onPush(push),
      onClosed(reason) {
        if (mine !== generation) return
        const broke = socketOpen
        socketOpen = false
        socket = null
        if (reason === 'silent') setOnline(false, 'silent')
        if (broke) void probe()
      },
    })
  }

  /** `isRoutine`: while the socket is heard, only an answer that is not our server's is news. */
  async function probe(isRoutine = false): Promise<void> {
    if (probing || closed) {
      askedMeanwhile ||= !isRoutine
      return
    }
    const serverUrl = deps.serverUrl()
    if (serverUrl === '') return setOnline(false, 'no server set')
    probing = true
    const mine = generation
    const said = await probeServer(serverUrl, PROBE_LIMIT)
    const well = said.kind === 'well'
    probing = false
    if (closed) return
    // An answer about a server that is no longer the one meant says nothing.
    if (serverUrl === deps.serverUrl()) {
      if (said.kind === 'well' && said.time !== null) deps.onServerTime(said.time)
      if (said.kind !== 'silent' || !isRoutine || !socketOpen) setOnline(well, 'probe')
    }
    if (well && mine === generation) openSocket()
    if (askedMeanwhile) {
      askedMeanwhile = false
      void probe()
    }
  }

  function tick(): void {
    if (closed) return
    // An open socket does not show that a proxy answers calls with its own page.
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
