import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { AuthenticateError, Client } from 'aedes'
import type { Deps } from '#server/core/slice.ts'
import { type BoxDirectory, isBoxSecret } from '#server/features/gateway/boxes.repository.ts'
import { BOX_LEAVES, boxOfTopic, boxTopic, stopTopic } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { type BoxMessage, type BoxTransport, isServerLeaf } from './box.transport.ts'
import { createMessageRateLimit } from './message-rate.limit.ts'
import { limitPackets } from './packet-size.limit.ts'
import { parsePayload } from './payload.calc.ts'

/** A box must authenticate within this time, and read what it is sent within `DRAIN_MS`. */
const CONNECT_MS = 10_000
const DRAIN_MS = 10_000
/** Longer than any message of the protocol. A client that exceeds it is disconnected, even before it has authenticated. */
const MAX_MESSAGE_BYTES = 64 * 1024
const NOT_AUTHORIZED = 5
const WRONG_PASSWORD = 4

interface Options {
  host: string
  port: number
  /** Paths of PEM files; plain MQTT without them. */
  tls?: { cert: string; key: string } | undefined
}

const noop = (): void => undefined

export interface EmbeddedTransport extends BoxTransport {
  port: number
}

const isBoxLeaf = (leaf: string): leaf is BoxMessage['leaf'] => (BOX_LEAVES as readonly string[]).includes(leaf)

/**
 * Opens the embedded broker for MQTT 3.1.1. A box authenticates with its id and password, publishes only on its own topics, and subscribes
 * only to its own topics and the emergency stops of its store.
 */
export async function openEmbeddedTransport(
  { log }: Pick<Deps, 'log'>,
  directory: BoxDirectory,
  { host, port, tls }: Options,
): Promise<EmbeddedTransport> {
  const listeners: ((message: BoxMessage) => void)[] = []
  const clients = new Map<string, Client>()
  const isWithinRate = createMessageRateLimit()

  const refused = (returnCode: number): AuthenticateError =>
    Object.assign(new Error('this box may not sign in'), { returnCode }) as AuthenticateError

  // A server without boxes starts sooner.
  const { Aedes } = await import('aedes')
  const broker = await Aedes.createBroker({
    concurrency: 1000,
    connectTimeout: CONNECT_MS,
    drainTimeout: DRAIN_MS,
    maxTopicLevels: 8,
    authenticate: (client, username, password, done) => {
      const box = directory.find(username ?? '')
      // The client id must be the box id, so that no box takes over the connection of another.
      if (!box || client.id !== box.id || !password) return done(refused(NOT_AUTHORIZED), false)
      if (!isBoxSecret(box, password.toString())) return done(refused(WRONG_PASSWORD), false)
      done(null, true)
    },
    authorizePublish: (client, packet, done) => {
      const of = boxOfTopic(packet.topic)
      const box = client && directory.find(client.id)
      if (!box || of?.boxId !== box.id || of.orgCode !== box.orgCode || !isBoxLeaf(of.leaf))
        return done(new Error(`a box may not publish on ${packet.topic}`))
      if (!isWithinRate(box.id)) return done(new Error('a box sends too many messages'))
      done(null)
    },
    authorizeSubscribe: (client, subscription, done) => {
      const box = directory.find(client.id)
      const of = boxOfTopic(subscription.topic)
      const isOwn = box && of?.boxId === box.id && of.orgCode === box.orgCode && isServerLeaf(of.leaf)
      const isStop = box && subscription.topic === stopTopic(box.orgCode)
      done(null, isOwn || isStop ? subscription : null)
    },
    published: (packet, client, done) => {
      // Packets of the broker itself and of this server have no client.
      const of = client && boxOfTopic(packet.topic)
      if (of && isBoxLeaf(of.leaf)) {
        const message = { boxId: of.boxId, orgCode: of.orgCode, leaf: of.leaf, message: parsePayload(packet.payload) }
        for (const listener of listeners) listener(message)
      }
      done(null)
    },
  })
  broker.on('clientReady', (client) => clients.set(client.id, client))
  broker.on('clientDisconnect', (client) => {
    if (clients.get(client.id) === client) clients.delete(client.id)
  })
  broker.on('clientError', (client, error) => log.debug({ err: error, box: client.id }, 'a box was disconnected'))
  broker.on('connectionError', (_, error) => log.debug({ err: error }, 'a box could not sign in'))
  directory.onChange((gone) => {
    for (const id of gone) clients.get(id)?.close()
  })
  // For example a will that cannot be published; it must not end the server.
  broker.on(
    'error' as 'closed',
    ((error: Error) => log.warn({ err: error }, 'the embedded broker reported an error')) as () => void,
  )

  const serve = (socket: Socket): void => {
    socket.setNoDelay(true)
    limitPackets(socket, MAX_MESSAGE_BYTES)
    broker.handle(socket)
  }
  const server: Server = tls
    ? createTlsServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, serve)
    : createTcpServer(serve)
  server.on('tlsClientError', (error: Error) => log.debug({ err: error }, 'a box could not sign in'))
  server.listen(port, host)
  await once(server, 'listening').catch(async (error: unknown) => {
    await new Promise<void>((done) => broker.close(done))
    throw error
  })

  const publish = (topic: string, message: object, retain = false): void => {
    const packet = { cmd: 'publish', topic, payload: JSON.stringify(message), qos: 1, retain, dup: false } as const
    broker.publish(packet, (error) => {
      if (error) log.warn({ err: error, topic }, 'a message to a box was not sent')
    })
  }

  return {
    port: (server.address() as AddressInfo).port,
    send: ({ id, orgCode }, { leaf, message }) => publish(boxTopic(orgCode, id, leaf), message),
    publishStops(orgCode, stops) {
      // Directly to each connected box of a vehicle, ahead of the broker's queue; then retained for boxes that connect later or missed it.
      const topic = stopTopic(orgCode)
      const payload = JSON.stringify(stops)
      const packet = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false } as const
      for (const [id, client] of clients) {
        const box = directory.find(id)
        if (box?.orgCode === orgCode && !box.isCoinMachine) client.publish(packet, noop)
      }
      publish(topic, stops, true)
    },
    onMessage: (listener) => void listeners.push(listener),
    // Retained messages are not lost while the broker runs.
    onOpen: (listener) => listener(),
    async close() {
      const closed = once(server, 'close')
      server.close()
      await new Promise<void>((done) => broker.close(done))
      await closed
    },
  }
}
