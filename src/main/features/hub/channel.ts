import type { RawData, WebSocket } from 'ws'
import type { Clock } from '#main/core/clocks/clock.ts'
import { answer, begin, type Conversation } from './noise.ts'

/** An encrypted connection to another terminal of the store. */
export interface Channel {
  send(message: unknown): void
  close(): void
}

export interface ChannelDeps {
  clock: Clock
  socket: WebSocket
  /** The secret of the store, which both sides must know. */
  secret: Buffer
  /** The handshake has succeeded. */
  onOpen(channel: Channel): void
  /** May throw for an invalid message, which closes the channel. */
  onMessage(message: unknown): void
  /** Called once, also when the channel never opened. */
  onClose(why: string): void
}

const HANDSHAKE_TIMEOUT_MS = 5000
const PING_INTERVAL_MS = 700
const SILENCE_LIMIT_MS = 2500
/** A peer with more unread bytes than this is considered gone. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024

/** Bytes of the largest message; a peer that sends more is disconnected. */
export const MESSAGE_MAX = 2 * 1024 * 1024

/** Opens the initiating side; the socket may still be connecting. */
export function callThrough(deps: ChannelDeps): Channel {
  const { first, end } = begin(deps.secret)
  const channel = openChannel(deps, end)
  deps.socket.once('open', () => deps.socket.send(first))
  return channel
}

/** Opens the responding side. A peer without the secret gets no answer, not even an error. */
export function answerCall(deps: ChannelDeps): Channel {
  return openChannel(deps, (first) => {
    const { answer: reply, conversation } = answer(deps.secret, first)
    deps.socket.send(reply)
    return conversation
  })
}

function openChannel(deps: ChannelDeps, handshake: (message: Buffer) => Conversation): Channel {
  const { clock, socket } = deps
  let conversation: Conversation | null = null
  let isOver = false
  let heardAt = clock.now()
  let tickAt = heardAt
  let cancelTick: () => void = () => undefined
  const cancelHandshakeTimeout = clock.after(HANDSHAKE_TIMEOUT_MS, () => finish('handshake timeout'))

  function finish(why: string): void {
    if (isOver) return
    isOver = true
    cancelTick()
    cancelHandshakeTimeout()
    socket.terminate()
    deps.onClose(why)
  }

  function tick(): void {
    const now = clock.now()
    // After a suspend or a change of the clock the peer was not silent; this process was not running.
    if (Math.abs(now - tickAt) > SILENCE_LIMIT_MS) heardAt = now
    tickAt = now
    if (now - heardAt > SILENCE_LIMIT_MS) finish('silent')
    else if (socket.bufferedAmount > MAX_UNREAD_BYTES) finish('reads nothing')
    else {
      socket.ping()
      cancelTick = clock.after(PING_INTERVAL_MS, tick)
    }
  }

  const channel: Channel = {
    send(message) {
      if (isOver || !conversation) return
      socket.send(conversation.outgoing.seal(Buffer.from(JSON.stringify(message))))
    },
    close: () => finish('closed here'),
  }

  function handle(message: Buffer): void {
    heardAt = clock.now()
    if (conversation) {
      const payload = conversation.incoming.open(message)
      // Only now is the peer authenticated: a replayed handshake also gets an answer, but cannot continue.
      cancelHandshakeTimeout()
      deps.onMessage(JSON.parse(payload.toString('utf8')))
      return
    }
    conversation = handshake(message)
    tickAt = heardAt
    tick()
    deps.onOpen(channel)
  }

  socket.on('message', (data: RawData) => {
    if (isOver) return
    try {
      handle(Buffer.isBuffer(data) ? data : Buffer.concat(data as Buffer[]))
    } catch (error) {
      finish(`not understood: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  socket.on('pong', () => {
    heardAt = clock.now()
  })
  socket.on('error', (error) => finish(error.message))
  socket.on('close', () => finish('closed there'))
  return channel
}
