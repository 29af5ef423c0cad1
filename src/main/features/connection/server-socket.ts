import WebSocket from 'ws'
import { z } from 'zod'
import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'

/** A message of the server: the family's `topic` and `user`, and our `changed`. */
export interface Push {
  cmd: string
  topic: string
  /** What goes along where there is no row to read. */
  said?: Record<string, string>
}

export interface ServerSocketDeps {
  clock: Clock
  log: Log
  url: string
  token: string
  onOpen(): void
  /** The server was heard, by whatever. */
  onPush(push: Push): void
  /** Told once, also when it never opened. */
  onClosed(reason: string): void
}

const HEARTBEAT_EVERY = 20_000
const PING_EVERY = 700
const SILENCE_LIMIT = 2000

/** One WebSocket to the server; silence of two seconds counts as its end, because a dead network sends no goodbye. */
export function openServerSocket(deps: ServerSocketDeps): { close(): void } {
  const { clock } = deps
  const socket = new WebSocket(deps.url, ['pitlane', deps.token], { handshakeTimeout: 5000, perMessageDeflate: false })
  let heardAt = clock.now()
  let tickAt = heardAt
  let beatAt = heardAt
  let over = false
  let cancel: () => void = () => undefined

  function finish(reason: string): void {
    if (over) return
    over = true
    cancel()
    socket.terminate()
    deps.onClosed(reason)
  }

  function tick(): void {
    const now = clock.now()
    // After a sleep of the computer, of this process, or a change of its clock, the silence was ours and not the server's.
    if (Math.abs(now - tickAt) > SILENCE_LIMIT) {
      heardAt = now
      beatAt = now
    }
    tickAt = now
    if (now - heardAt > SILENCE_LIMIT) {
      finish('silent')
      return
    }
    socket.ping()
    if (now - beatAt >= HEARTBEAT_EVERY) {
      beatAt = now
      socket.send('HeartBeat')
    }
    cancel = clock.after(PING_EVERY, tick)
  }

  const heard = (): void => {
    heardAt = clock.now()
  }

  socket.on('open', () => {
    if (over) return
    heard()
    tickAt = heardAt
    socket.send('HeartBeat')
    deps.onOpen()
    tick()
  })
  socket.on('pong', heard)
  socket.on('message', (data) => {
    heard()
    const push = readPush(String(data))
    if (push && !over) deps.onPush(push)
  })
  socket.on('error', (error) => finish(error.message))
  socket.on('close', (code) => finish(`closed ${code}`))
  return { close: () => finish('closed here') }
}

const Said = z.record(z.string(), z.string())

function readPush(text: string): Push | null {
  try {
    const message: unknown = JSON.parse(text)
    if (typeof message !== 'object' || message === null || !('cmd' in message)) return null
    const cmd = String(message.cmd)
    if (cmd === 'heartcheck') return null
    const said = Said.safeParse('said' in message ? message.said : null)
    return { cmd, topic: 'topic' in message ? String(message.topic) : '', ...(said.success ? { said: said.data } : {}) }
  } catch {
    return null
  }
}
