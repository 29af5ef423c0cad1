import { setTimeout as delay } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import { boxTopic, stopTopic } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { encode, HttpConnection, type RawRequest } from './http-connection.ts'
import { type Round, roundOf } from './stats.ts'

interface LoadedBox {
  id: string
  orgCode: string
  secret: string
  /** The run whose laps it reports. */
  run: string
}

/** Boxes in vehicles that report at a steady rate, with an emergency stop in the middle. */
export interface BoxesJob {
  kind: 'boxes'
  broker: string
  boxes: LoadedBox[]
  /** How often each reports its state, and ends a lap. */
  everyMs: number
  lapEveryMs: number
  ms: number
  /** The number of its last lap before the round. */
  lapsFrom: number
  /** Orders the emergency stop; left out for a bare broker without runs and stops. */
  stop?: { url: string; request: RawRequest }
}

/** Boxes that connect at a time, as after an outage of the broker. */
const AT_ONCE = 100
/** How long the last requests are waited for. */
const LAST_MS = 10_000

const open = (url: string, { id, secret }: LoadedBox): Promise<MqttClient> => {
  const client = connect(url, { clientId: id, username: id, password: secret, protocolVersion: 4, keepalive: 30 })
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client))
    client.once('error', reject)
  })
}

/** Returns the times from a lap to its storage, empty for a bare broker, and the times of the emergency stop. */
export async function runBoxes({ broker, boxes, everyMs, lapEveryMs, ms, lapsFrom, stop }: BoxesJob): Promise<Round> {
  const clients: MqttClient[] = []
  const began = performance.now()
  for (let at = 0; at < boxes.length; at += AT_ONCE) {
    clients.push(...(await Promise.all(boxes.slice(at, at + AT_ONCE).map((box) => open(broker, box)))))
  }
  const connectedMs = performance.now() - began
  const asked = new Map<string, number>()
  const kept: number[] = []
  /** When each box received the stop first, by its index. */
  const stoppedAt = new Map<number, number>()
  let isStopped = false
  await Promise.all(
    clients.map(async (client, place) => {
      const { id, orgCode } = boxes[place] as LoadedBox
      client.on('message', (topic, payload) => {
        if (topic.endsWith('/kept')) {
          const { run, number } = JSON.parse(payload.toString()) as { run: string; number: number }
          const since = asked.get(`${run} ${number}`)
          if (since !== undefined) kept.push(performance.now() - since)
          asked.delete(`${run} ${number}`)
        } else if (topic.endsWith('/stop') && isStopped && !stoppedAt.has(place))
          stoppedAt.set(place, performance.now())
      })
      await client.subscribeAsync([boxTopic(orgCode, id, 'kept'), stopTopic(orgCode)], { qos: 1 })
    }),
  )
  let laps = 0
  let states = 0
  const timers = clients.flatMap((client, place) => {
    const { id, orgCode, run } = boxes[place] as LoadedBox
    let number = lapsFrom
    const state = () => {
      states++
      client.publish(
        boxTopic(orgCode, id, 'state'),
        `{"battery":80,"gear":3,"speed":${20 + (states % 10)},"round":0.5}`,
      )
    }
    const lap = () => {
      laps++
      number++
      asked.set(`${run} ${number}`, performance.now())
      client.publish(boxTopic(orgCode, id, 'lap'), JSON.stringify({ run, number, ms: 30_000, ago: 0 }), { qos: 1 })
    }
    const timersOf: NodeJS.Timeout[] = []
    setTimeout(() => timersOf.push(setInterval(state, everyMs)), (place / clients.length) * everyMs)
    // Its first lap ends within the first half of the interval, so that a short round has laps too.
    const firstLapMs = (place / clients.length) * Math.min(lapEveryMs, ms / 2)
    const goRound = () => {
      lap()
      timersOf.push(setInterval(lap, lapEveryMs))
    }
    if (stop) setTimeout(goRound, firstLapMs)
    return [timersOf]
  })
  const loaded = performance.now()
  await delay(ms / 2)
  let pressedAt = 0
  if (stop) {
    const connection = await HttpConnection.open(stop.url)
    isStopped = true
    pressedAt = performance.now()
    const { status, body } = await connection.send(encode(stop.request))
    connection.close()
    if (!body.includes('"success":true')) throw new Error(`the emergency stop was answered with ${status}: ${body}`)
  }
  await delay(ms / 2)
  for (const timer of timers.flat()) clearInterval(timer)
  const totalMs = performance.now() - loaded
  for (const until = performance.now() + LAST_MS; asked.size > 0 && performance.now() < until; ) await delay(50)
  const told = [...stoppedAt.values()].map((at) => at - pressedAt).sort((one, other) => one - other)
  await Promise.all(clients.map((client) => client.endAsync(true)))
  return {
    ...roundOf(totalMs, kept),
    perSecond: (states / totalMs) * 1000,
    boxes: {
      connectedMs,
      laps,
      unkept: asked.size,
      told: told.length,
      firstMs: told[0] ?? 0,
      lastMs: told.at(-1) ?? 0,
    },
  }
}
