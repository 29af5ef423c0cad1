import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import { answerCall, type Channel, MESSAGE_MAX } from './channel.ts'
import { type HubWord, MemberWord, understood } from './messages.ts'

/** Another terminal of the store that has joined this one. */
export interface Member {
  terminalId: string
  name: string
  say(word: HubWord): void
  close(): void
}

type Hello = Extract<MemberWord, { word: 'hello' }>

export interface DeskDeps {
  clock: Clock
  log: Log
  secret: Buffer
  /** 0 takes any free port. */
  port: number
  /** Somebody of the store is there. */
  onHello(member: Member, hello: Hello): void
  onWord(member: Member, word: Exclude<MemberWord, Hello>): void
  onLeft(member: Member): void
  onListening(port: number): void
  onProblem(error: unknown): void
}

/** More than a store has terminals; strangers among them are gone after seconds. */
const CONNECTIONS_MAX = 64

export interface Desk {
  members(): Member[]
  /** Sends everybody away, who then look for another hub. */
  dismiss(): void
  close(): void
}

/** Where other terminals join this one. */
export function openDesk(deps: DeskDeps): Desk {
  const { clock, log, secret } = deps
  const members = new Map<string, Member>()
  const channels = new Set<Channel>()
  const server = new WebSocketServer({ port: deps.port, maxPayload: MESSAGE_MAX, perMessageDeflate: false })
  server.on('error', deps.onProblem)
  server.on('listening', () => deps.onListening((server.address() as AddressInfo).port))

  server.on('connection', (socket) => {
    if (channels.size >= CONNECTIONS_MAX) return socket.terminate()
    let mine: Member | null = null
    const channel = answerCall({
      clock,
      socket,
      secret,
      onOpen: () => undefined,
      onWord(said) {
        const word = understood(MemberWord, said)
        if (!word) return
        if (word.word !== 'hello') {
          if (mine) deps.onWord(mine, word)
          return
        }
        const { terminalId, name } = word
        // Back before its old connection was missed.
        members.get(terminalId)?.close()
        mine = { terminalId, name, say: channel.say, close: channel.close }
        members.set(terminalId, mine)
        deps.onHello(mine, word)
      },
      onClosed(why) {
        channels.delete(channel)
        if (!mine) return log.warn('a call to the hub was none of this store', { why })
        if (members.get(mine.terminalId) === mine) members.delete(mine.terminalId)
        deps.onLeft(mine)
      },
    })
    channels.add(channel)
  })

  return {
    members: () => [...members.values()],
    dismiss() {
      for (const member of [...members.values()]) member.close()
    },
    close() {
      for (const channel of [...channels]) channel.close()
      server.close()
    },
  }
}
