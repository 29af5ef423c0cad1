import { readFileSync } from 'node:fs'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import type { MqttConfig } from '#server/config.ts'
import type { Deps } from '#server/core/slice.ts'
import { newId } from '#shared/core/id.ts'
import {
  BOX_LEAVES,
  boxOfTopic,
  boxTopic,
  PROTOCOL_VERSION,
  stopTopic,
  storeOfStopTopic,
} from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { BoxMessage, BoxTransport } from './box.transport.ts'
import { createMessageRateLimit } from './message-rate.limit.ts'
import { parsePayload } from './payload.calc.ts'

const RECONNECT_MS = 1000
/** CONNACK codes for "unacceptable protocol version", with which a broker of MQTT 3.1.1 answers a client of MQTT 5. */
const UNSUPPORTED_VERSION_CODES = [1, 0x84]

/** Commands are sent again after at most eight seconds; the times in an older one would be wrong. */
const COMMAND_EXPIRY_SECONDS = 10

type Address = Pick<Extract<MqttConfig, { kind: 'broker' }>, 'url' | 'tls'>

const isBoxLeaf = (leaf: string): leaf is BoxMessage['leaf'] => (BOX_LEAVES as readonly string[]).includes(leaf)

/**
 * Connects to the venue's own broker, in MQTT 5 or, if it does not support that, 3.1.1. Permissions of topics are configured at the broker
 * (`docs/vehicle-protocol.md`). Emergency stops have their own connection, so that none waits behind other messages.
 */
export function openBrokerTransport({ log }: Pick<Deps, 'log'>, { url, tls }: Address): BoxTransport {
  const listeners: ((message: BoxMessage) => void)[] = []
  const openListeners: (() => void)[] = []
  const stopListeners: ((orgCode: string, stops: unknown) => void)[] = []
  let isOpen = false
  const isWithinRate = createMessageRateLimit()
  const clientSuffix = newId()
  const read = (path: string | undefined): Buffer | undefined => (path === undefined ? undefined : readFileSync(path))
  const { ca, cert, key } = { ca: read(tls.ca), cert: read(tls.cert), key: read(tls.key) }

  const open = (part: string): MqttClient => {
    const options: IClientOptions = {
      clientId: `pitlane-${part}-${clientSuffix}`,
      protocolVersion: 5,
      reconnectPeriod: RECONNECT_MS,
      // The broker may support only the older version, which is tried next.
      reconnectOnConnackError: true,
      keepalive: 5,
      clean: true,
      ...(ca && { ca }),
      ...(cert && key && { cert, key }),
    }
    const client = connect(url, options)
    client.on('error', (error) => {
      const { code } = error as { code?: unknown }
      if (UNSUPPORTED_VERSION_CODES.includes(Number(code))) client.options.protocolVersion = 4
      log.warn({ err: error }, 'the vehicle broker reported an error')
    })
    return client
  }

  const main = open('main')
  const stops = open('stops')

  main.on('message', (topic, payload) => {
    const of = boxOfTopic(topic)
    if (!of || !isBoxLeaf(of.leaf) || !isWithinRate(of.boxId)) return
    const message = { boxId: of.boxId, orgCode: of.orgCode, leaf: of.leaf, message: parsePayload(payload) }
    for (const listener of listeners) listener(message)
  })
  main.on('connect', () => {
    const topics = BOX_LEAVES.map((leaf) => `pitlane/${PROTOCOL_VERSION}/+/+/${leaf}`)
    main.subscribe(topics, { qos: 1 }, (error) => {
      if (error) log.warn({ err: error }, 'the vehicle broker refused the subscription')
    })
  })
  stops.on('message', (topic, payload) => {
    const orgCode = storeOfStopTopic(topic)
    if (orgCode !== null) for (const listener of stopListeners) listener(orgCode, parsePayload(payload))
  })
  stops.on('connect', () => {
    // Subscribed before anything is published, so that this copy does not overwrite stops of other copies.
    stops.subscribe(stopTopic('+'), { qos: 1, nl: true }, (error) => {
      if (error) log.warn({ err: error }, 'the vehicle broker refused the subscription to emergency stops')
      isOpen = stops.connected
      if (isOpen) for (const listener of openListeners) listener()
    })
  })
  stops.on('close', () => {
    isOpen = false
  })

  return {
    send({ id, orgCode }, { leaf, message }) {
      // Not queued: the link sends current data when the box is online again; a queued message would be stale.
      const properties = leaf === 'command' || leaf === 'coins' ? { messageExpiryInterval: COMMAND_EXPIRY_SECONDS } : {}
      if (main.connected) main.publish(boxTopic(orgCode, id, leaf), JSON.stringify(message), { qos: 1, properties })
    },
    publishStops: (orgCode, message) => {
      if (isOpen) stops.publish(stopTopic(orgCode), JSON.stringify(message), { qos: 1, retain: true })
    },
    onMessage: (listener) => void listeners.push(listener),
    onStops: (listener) => void stopListeners.push(listener),
    onOpen: (listener) => void openListeners.push(listener),
    close: async () => {
      await Promise.all([main.endAsync(true), stops.endAsync(true)])
    },
  }
}
