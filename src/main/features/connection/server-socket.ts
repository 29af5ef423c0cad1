import WebSocket from 'ws'
import { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'

/** A message of the server: the family's `topic` and `user`, and our `changed`. */
export interface Push {
  cmd: string
  topic: string
  /** Payload of messages without a row to read. */
  details?: Record<string, string>
}

export interface ServerSocketDeps {
  clock: Clock
  log: Log
  url: string
  token: string
  onOpen(): void
  /** Called for any data from the server. */
  onPush(push: Push): void
  /** Called once, also if it never opened. */
  onClosed(reason: string): void
}

const HEARTBEAT_EVERY = 20_000
const PING_EVERY = 700
const SILENCE_LIMIT = 2000

/** A WebSocket to the server; two seconds of silence count as closed, because a dead network sends no close. */
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
    // After sleep, suspension or a clock change, the silence was not the server's.
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

const Details = z.record(z.string(), z.string())

function readPush(text: string): Push | null {
  try {
    const message: unknown = JSON.parse(text)
    if (typeof message !== 'object' || message === null || !('cmd' in message)) return null
    const cmd = String(message.cmd)
    if (cmd === 'heartcheck') return null
    const details = Details.safeParse('details' in message ? message.details : null)
    return {
      cmd,
      topic: 'topic' in message ? String(message.topic) : '',
      ...(details.success ? { details: details.data } : {}),
    }
  } catch {
    return null
  }
}
