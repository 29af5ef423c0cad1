import WebSocket from 'ws'
import type { Clock } from '#main/core/clock.ts'
import { type Channel, callThrough, MESSAGE_MAX } from './channel.ts'
import { HubWord, type MemberWord, understood } from './messages.ts'

export type Welcome = Extract<HubWord, { word: 'welcome' }>
type Numbered = Extract<HubWord, { number: number }>
type Question = Extract<MemberWord, { number: number }>
type Unnumbered<Q> = Q extends unknown ? Omit<Q, 'number'> : never

export interface LinkDeps {
  clock: Clock
  secret: Buffer
  /** Host and port. */
  address: string
  hello(): MemberWord
  onWelcome(welcome: Welcome): void
  /** What was not asked for. */
  onWord(word: Exclude<HubWord, Numbered | Welcome>): void
  /** Told once, also when it never opened. */
  onClosed(why: string): void
}

export interface Link {
  say(word: MemberWord): void
  /** Resolves with the answer; null where none came in time or the hub went away. */
  ask(question: Unnumbered<Question>, waitMs: number): Promise<Numbered | null>
  close(): void
}

const CONNECTS_WITHIN = 2000

/** The way of one terminal to its hub. */
export function openLink(deps: LinkDeps): Link {
  const { clock } = deps
  const asked = new Map<number, (answer: Numbered | null) => void>()
  let next = 1
  let open: Channel | null = null
  const socket = new WebSocket(`ws://${deps.address}`, {
    handshakeTimeout: CONNECTS_WITHIN,
    maxPayload: MESSAGE_MAX,
    perMessageDeflate: false,
  })

  function hear(said: unknown): void {
    const word = understood(HubWord, said)
    if (!word) return
    if (word.word === 'welcome') deps.onWelcome(word)
    else if ('number' in word) asked.get(word.number)?.(word)
    else deps.onWord(word)
  }

  const channel = callThrough({
    clock,
    socket,
    secret: deps.secret,
    onOpen(proven) {
      open = proven
      proven.say(deps.hello())
    },
    onWord: hear,
    onClosed(why) {
      open = null
      for (const answer of [...asked.values()]) answer(null)
      deps.onClosed(why)
    },
  })

  return {
    say: (word) => open?.say(word),
    ask(question, waitMs) {
      const said = open
      if (!said) return Promise.resolve(null)
      const number = next++
      return new Promise((resolve) => {
        const done = (answer: Numbered | null): void => {
          stop()
          asked.delete(number)
          resolve(answer)
        }
        const stop = clock.after(waitMs, () => done(null))
        asked.set(number, done)
        said.say({ ...question, number })
      })
    },
    close: channel.close,
  }
}
