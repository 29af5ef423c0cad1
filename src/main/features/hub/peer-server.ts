import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Clock } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import { answerCall, type Channel, MESSAGE_MAX } from './channel.ts'
import { type HubMessage, PeerMessage, parseMessage } from './messages.ts'

/** Another terminal of the store that has joined this one. */
export interface Peer {
  terminalId: string
  name: string
  send(word: HubMessage): void
  close(): void
}

type Hello = Extract<PeerMessage, { word: 'hello' }>

export interface PeerServerDeps {
  clock: Clock
  log: Log
  secret: Buffer
  /** 0 takes any free port. */
  port: number
  /** Somebody of the store is there. */
  onHello(member: Peer, hello: Hello): void
  onMessage(member: Peer, word: Exclude<PeerMessage, Hello>): void
  onLeave(member: Peer): void
  onListening(port: number): void
  onError(error: unknown): void
}

/** More than a store has terminals; strangers among them are gone after seconds. */
const MAX_CONNECTIONS = 64

export interface PeerServer {
  peers(): Peer[]
  /** Sends everybody away, who then look for another hub. */
  disconnectAll(): void
  close(): void
}

/** Where other terminals join this one. */
export function openPeerServer(deps: PeerServerDeps): PeerServer {
  const { clock, log, secret } = deps
  const members = new Map<string, Peer>()
  const channels = new Set<Channel>()
  const server = new WebSocketServer({ port: deps.port, maxPayload: MESSAGE_MAX, perMessageDeflate: false })
  server.on('error', deps.onError)
  server.on('listening', () => deps.onListening((server.address() as AddressInfo).port))

  server.on('connection', (socket) => {
    if (channels.size >= MAX_CONNECTIONS) return socket.terminate()
    let peer: Peer | null = null
    const channel = answerCall({
      clock,
      socket,
      secret,
      onOpen: () => undefined,
      onMessage(said) {
        const word = parseMessage(PeerMessage, said)
        if (!word) return
        if (word.word !== 'hello') {
          if (peer) deps.onMessage(peer, word)
          return
        }
        const { terminalId, name } = word
        // Back before its old connection was missed.
        members.get(terminalId)?.close()
        peer = { terminalId, name, send: channel.send, close: channel.close }
        members.set(terminalId, peer)
        deps.onHello(peer, word)
      },
      onClose(why) {
        channels.delete(channel)
        if (!peer) return log.warn('a call to the hub was none of this store', { why })
        if (members.get(peer.terminalId) === peer) members.delete(peer.terminalId)
        deps.onLeave(peer)
      },
    })
    channels.add(channel)
  })

  return {
    peers: () => [...members.values()],
    disconnectAll() {
      for (const member of [...members.values()]) member.close()
    },
    close() {
      for (const channel of [...channels]) channel.close()
      server.close()
    },
  }
}
