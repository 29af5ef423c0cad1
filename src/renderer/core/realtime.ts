import { createEmitter, type Emitter } from './emitter.ts'

export interface Push {
  cmd: string
  topic: string
}

interface RealtimeOptions {
  /** Called at every attempt; null where nobody is signed in. */
  address(): { url: string; token: string } | null
  opened(open: boolean): void
  /** Called when the server has ended the sign-in, for example from another device. */
  ended(): void
}

/** Spec §9: heartbeat 20 s, and reconnected within 5 s. */
const HEARTBEAT_MS = 20_000
/** At random within these bounds, because a stopping server closes many sockets in a short time. */
const SOONEST_RECONNECT_MS = 2000
const LATEST_RECONNECT_MS = 4500

export const reconnectMs = (): number =>
  SOONEST_RECONNECT_MS + Math.random() * (LATEST_RECONNECT_MS - SOONEST_RECONNECT_MS)

/** The close code of the server when a sign-in has ended. */
const SIGNED_OUT = 4401

/** A first connection within this time counts as immediate: screens have hardly read anything before it. */
const IMMEDIATE_MS = 1000

/** The connection was down or slow to open. Pushes of that time are lost, so anything on the screen may be outdated. */
const RESUMED: Push = { cmd: 'resumed', topic: '' }

/**
 * Keeps a WebSocket to the server and emits its pushes, and `resumed` after a reconnect or a late first connect;
 * call `restart` when the user changes.
 */
export function createRealtime(options: RealtimeOptions): { pushes: Emitter<Push>; restart(): void } {
  const pushes = createEmitter<Push>()
  let socket: WebSocket | null = null
  let isBehind = false
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearInterval(heartbeat)
    clearTimeout(again)
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
    socket.close()
    socket = null
  }

  const lost = () => {
    close()
    isBehind = true
    options.opened(false)
    again = setTimeout(open, reconnectMs())
  }

  function open(): void {
    const to = options.address()
    if (!to) return
    const begunAt = performance.now()
    // The token is sent as a second subprotocol, because addresses end up in logs.
    socket = new WebSocket(to.url, ['pitlane', to.token])
    socket.onopen = () => {
      options.opened(true)
      heartbeat = setInterval(() => socket?.send('HeartBeat'), HEARTBEAT_MS)
      if (isBehind || performance.now() - begunAt > IMMEDIATE_MS) pushes.emit(RESUMED)
      isBehind = true
    }
    socket.onmessage = ({ data }) => {
      const push = readPush(data)
      if (push) pushes.emit(push)
    }
    socket.onclose = ({ code }) => {
      lost()
      if (code === SIGNED_OUT) options.ended()
    }
    socket.onerror = lost
  }

  return {
    pushes,
    restart: () => {
      close()
      open()
    },
  }
}

function readPush(data: unknown): Push | null {
  try {
    const { cmd, topic } = JSON.parse(String(data)) as { cmd?: unknown; topic?: unknown }
    if (typeof cmd !== 'string' || cmd === 'heartcheck') return null
    return { cmd, topic: typeof topic === 'string' ? topic : '' }
  } catch {
    return null
  }
}
