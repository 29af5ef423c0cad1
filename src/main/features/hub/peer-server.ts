import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import { answerCall, type Channel, MESSAGE_MAX } from './channel.ts'
import { HubMessage, PeerMessage, readMessage, writeMessage } from './messages.ts'

/** Another terminal of the store that has joined this one. */
export interface Peer {
  terminalId: string
  name: string
  send(message: HubMessage): void
  close(): void
}

type Hello = Extract<PeerMessage, { word: 'hello' }>

export interface PeerServerDeps {
  clock: Clock
  log: Log
  secret: Buffer
  /** 0 takes any free port. */
  port: number
  /** A terminal of the store has authenticated and introduced itself. */
  onHello(member: Peer, hello: Hello): void
  onMessage(member: Peer, message: Exclude<PeerMessage, Hello>): void
  onLeave(member: Peer): void
  onListening(port: number): void
  onError(error: unknown): void
}

/** More than a store has terminals; connections without the secret end after seconds. */
const MAX_CONNECTIONS = 64

export interface PeerServer {
  peers(): Peer[]
  /** Disconnects all peers, which then look for another hub. */
  disconnectAll(): void
  close(): void
}

/** Listens for other terminals that join this one. */
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
      onMessage(payload) {
        const message = readMessage(PeerMessage, payload)
        if (!message) return
        if (message.word !== 'hello') {
          if (peer) deps.onMessage(peer, message)
          return
        }
        const { terminalId, name } = message
        // It has reconnected before the loss of its old connection was noticed.
        members.get(terminalId)?.close()
        peer = { terminalId, name, send: (one) => channel.send(writeMessage(HubMessage, one)), close: channel.close }
        members.set(terminalId, peer)
        deps.onHello(peer, message)
      },
      onClose(why) {
        channels.delete(channel)
        if (!peer) return log.warn('a connection to the hub was not authenticated', { why })
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
