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
import { parsePayload } from './payload.ts'

const RETRY_MS = 1000
/** "Unacceptable protocol version": a broker of MQTT 3.1.1 answers a client of MQTT 5 so. */
const OTHER_VERSION = [1, 0x84]

/** Commands are said again after eight seconds at most: one that a broker keeps longer would tell of time that is over. */
const COMMAND_SECONDS = 10

type Address = Pick<Extract<MqttConfig, { kind: 'broker' }>, 'url' | 'tls'>

const isBoxLeaf = (leaf: string): leaf is BoxMessage['leaf'] => (BOX_LEAVES as readonly string[]).includes(leaf)

/**
 * A broker of the venue's own, by its address, in MQTT 5 or, where it knows no other, 3.1.1. Who may speak and hear where is set there
 * (`docs/vehicle-protocol.md`). Emergency stops have a connection of their own, so that none waits behind other messages.
 */
export function openBrokerTransport({ log }: Pick<Deps, 'log'>, { url, tls }: Address): BoxTransport {
  const listeners: ((message: BoxMessage) => void)[] = []
  const openings: (() => void)[] = []
  const others: ((orgCode: string, stops: unknown) => void)[] = []
  let isOpen = false
  const maySpeak = createMessageRateLimit()
  const name = newId()
  const read = (path: string | undefined): Buffer | undefined => (path === undefined ? undefined : readFileSync(path))
  const { ca, cert, key } = { ca: read(tls.ca), cert: read(tls.cert), key: read(tls.key) }

  const open = (part: string): MqttClient => {
    const options: IClientOptions = {
      clientId: `pitlane-${part}-${name}`,
      protocolVersion: 5,
      reconnectPeriod: RETRY_MS,
      // It may speak only the older version: it is asked again in that.
      reconnectOnConnackError: true,
      keepalive: 5,
      clean: true,
      ...(ca && { ca }),
      ...(cert && key && { cert, key }),
    }
    const client = connect(url, options)
    client.on('error', (error) => {
      const { code } = error as { code?: unknown }
      if (OTHER_VERSION.includes(Number(code))) client.options.protocolVersion = 4
      log.warn({ err: error }, 'the broker of the vehicles has trouble')
    })
    return client
  }

  const main = open('main')
  const stops = open('stops')

  main.on('message', (topic, payload) => {
    const of = boxOfTopic(topic)
    if (!of || !isBoxLeaf(of.leaf) || !maySpeak(of.boxId)) return
    const message = { boxId: of.boxId, orgCode: of.orgCode, leaf: of.leaf, message: parsePayload(payload) }
    for (const heard of listeners) heard(message)
  })
  main.on('connect', () => {
    const topics = BOX_LEAVES.map((leaf) => `pitlane/${PROTOCOL_VERSION}/+/+/${leaf}`)
    main.subscribe(topics, { qos: 1 }, (error) => {
      if (error) log.warn({ err: error }, 'the broker of the vehicles lets nobody listen')
    })
  })
  stops.on('message', (topic, payload) => {
    const orgCode = storeOfStopTopic(topic)
    if (orgCode !== null) for (const heard of others) heard(orgCode, parsePayload(payload))
  })
  stops.on('connect', () => {
    // First what is in force by what other copies have said, so that this one takes nothing of it back.
    stops.subscribe(stopTopic('+'), { qos: 1, nl: true }, (error) => {
      if (error) log.warn({ err: error }, 'the broker of the vehicles does not say which stops are in force')
      isOpen = stops.connected
      if (isOpen) for (const work of openings) work()
    })
  })
  stops.on('close', () => {
    isOpen = false
  })

  return {
    send({ id, orgCode }, { leaf, message }) {
      // What cannot be sent now is said anew when the box is heard again; a queue would say what is old by then.
      const properties = leaf === 'command' ? { messageExpiryInterval: COMMAND_SECONDS } : {}
      if (main.connected) main.publish(boxTopic(orgCode, id, leaf), JSON.stringify(message), { qos: 1, properties })
    },
    publishStops: (orgCode, message) => {
      if (isOpen) stops.publish(stopTopic(orgCode), JSON.stringify(message), { qos: 1, retain: true })
    },
    onMessage: (heard) => void listeners.push(heard),
    onStops: (heard) => void others.push(heard),
    onOpen: (work) => void openings.push(work),
    close: async () => {
      await Promise.all([main.endAsync(true), stops.endAsync(true)])
    },
  }
}
