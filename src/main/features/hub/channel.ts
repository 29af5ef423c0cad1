import type { RawData, WebSocket } from 'ws'
import type { Clock } from '#main/core/clock.ts'
import { answer, begin, type Conversation } from './noise.ts'

/** A conversation with another terminal of the store, readable for nobody else. */
export interface Channel {
  send(word: unknown): void
  close(): void
}

export interface ChannelDeps {
  clock: Clock
  socket: WebSocket
  /** Of the store; without it there is no conversation. */
  secret: Buffer
  /** The other side has proven itself. */
  onOpen(channel: Channel): void
  /** Throws for what makes no sense, which ends the conversation. */
  onMessage(word: unknown): void
  /** Told once, also when it never opened. */
  onClose(why: string): void
}

const PROVES_WITHIN = 5000
const PING_EVERY = 700
const SILENCE_LIMIT = 2500
/** Somebody who does not read is not there. */
const MOST_UNREAD = 4 * 1024 * 1024

/** Words within this are one message; whoever says more is none of us. */
export const MESSAGE_MAX = 2 * 1024 * 1024

/** Opens the side that calls; the socket is still on its way. */
export function callThrough(deps: ChannelDeps): Channel {
  const { first, end } = begin(deps.secret)
  const channel = converse(deps, end)
  deps.socket.once('open', () => deps.socket.send(first))
  return channel
}

/** Opens the side that is called. A stranger hears nothing, not even why. */
export function answerCall(deps: ChannelDeps): Channel {
  return converse(deps, (first) => {
    const { answer: said, conversation } = answer(deps.secret, first)
    deps.socket.send(said)
    return conversation
  })
}

function converse(deps: ChannelDeps, prove: (heard: Buffer) => Conversation): Channel {
  const { clock, socket } = deps
  let conversation: Conversation | null = null
  let isOver = false
  let heardAt = clock.now()
  let tickAt = heardAt
  let cancelTick: () => void = () => undefined
  const cancelProof = clock.after(PROVES_WITHIN, () => finish('proved nothing'))

  function finish(why: string): void {
    if (isOver) return
    isOver = true
    cancelTick()
    cancelProof()
    socket.terminate()
    deps.onClose(why)
  }

  function tick(): void {
    const now = clock.now()
    // After a sleep of the computer, of this process, or a change of its clock, the silence was ours.
    if (Math.abs(now - tickAt) > SILENCE_LIMIT) heardAt = now
    tickAt = now
    if (now - heardAt > SILENCE_LIMIT) finish('silent')
    else if (socket.bufferedAmount > MOST_UNREAD) finish('reads nothing')
    else {
      socket.ping()
      cancelTick = clock.after(PING_EVERY, tick)
    }
  }

  const channel: Channel = {
    send(word) {
      if (isOver || !conversation) return
      socket.send(conversation.outgoing.seal(Buffer.from(JSON.stringify(word))))
    },
    close: () => finish('closed here'),
  }

  function hear(message: Buffer): void {
    heardAt = clock.now()
    if (conversation) {
      const said = conversation.incoming.open(message)
      // Whoever repeats what was overheard gets an answer, and can do nothing with it.
      cancelProof()
      deps.onMessage(JSON.parse(said.toString('utf8')))
      return
    }
    conversation = prove(message)
    tickAt = heardAt
    tick()
    deps.onOpen(channel)
  }

  socket.on('message', (data: RawData) => {
    if (isOver) return
    try {
      hear(Buffer.isBuffer(data) ? data : Buffer.concat(data as Buffer[]))
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
