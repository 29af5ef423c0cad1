import WebSocket from 'ws'
import type { Clock } from '#main/core/clocks/clock.ts'
import { type Channel, callThrough, MESSAGE_MAX } from './channel.ts'
import { HubMessage, PeerMessage, readMessage, writeMessage } from './messages.ts'

export type Welcome = Extract<HubMessage, { word: 'welcome' }>
type Numbered = Extract<HubMessage, { number: number }>
type Question = Extract<PeerMessage, { number: number }>
type Unnumbered<Q> = Q extends unknown ? Omit<Q, 'number'> : never

export interface HubLinkDeps {
  clock: Clock
  secret: Buffer
  /** Host and port. */
  address: string
  hello(): PeerMessage
  onWelcome(welcome: Welcome): void
  /** A message that answers no request. */
  onMessage(message: Exclude<HubMessage, Numbered | Welcome>): void
  /** Called once, also when the connection never opened. */
  onClose(why: string): void
}

export interface HubLink {
  send(message: PeerMessage): void
  /** Resolves with the answer; null where none came in time or the hub went away. */
  ask(question: Unnumbered<Question>, timeoutMs: number): Promise<Numbered | null>
  close(): void
}

const CONNECT_TIMEOUT_MS = 2000

/** Opens the connection of a terminal to its hub. */
export function openHubLink(deps: HubLinkDeps): HubLink {
  const { clock } = deps
  const pending = new Map<number, (answer: Numbered | null) => void>()
  let next = 1
  let open: Channel | null = null
  const socket = new WebSocket(`ws://${deps.address}`, {
    handshakeTimeout: CONNECT_TIMEOUT_MS,
    maxPayload: MESSAGE_MAX,
    perMessageDeflate: false,
  })

  function handle(payload: unknown): void {
    const message = readMessage(HubMessage, payload)
    if (!message) return
    if (message.word === 'welcome') deps.onWelcome(message)
    else if ('number' in message) pending.get(message.number)?.(message)
    else deps.onMessage(message)
  }

  const channel = callThrough({
    clock,
    socket,
    secret: deps.secret,
    onOpen(proven) {
      open = proven
      proven.send(writeMessage(PeerMessage, deps.hello()))
    },
    onMessage: handle,
    onClose(why) {
      open = null
      for (const answer of [...pending.values()]) answer(null)
      deps.onClose(why)
    },
  })

  return {
    send: (message) => open?.send(writeMessage(PeerMessage, message)),
    ask(question, timeoutMs) {
      const current = open
      if (!current) return Promise.resolve(null)
      const number = next++
      return new Promise((resolve) => {
        const done = (answer: Numbered | null): void => {
          stop()
          pending.delete(number)
          resolve(answer)
        }
        const stop = clock.after(timeoutMs, () => done(null))
        pending.set(number, done)
        current.send(writeMessage(PeerMessage, { ...question, number }))
      })
    },
    close: channel.close,
  }
}
