import { performance } from 'node:perf_hooks'
import { connect, type MqttClient } from 'mqtt'
import {
  type BoxLeaf,
  boxTopic,
  Command,
  Kept,
  STATE_EVERY_MS,
  Stops,
  stopTopic,
} from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { createSimulatedDriver, type DriverOptions, type SimulatedDriver } from './simulated-driver.ts'

const TICK_MS = 100
/** A lap that is not confirmed is said again this often. */
const AGAIN_MS = 3000
const RETRY_MS = 700

/** How a box signs in. */
export interface BoxKey {
  id: string
  orgCode: string
  secret: string
}

interface Options extends DriverOptions {
  /** Of the broker, such as `mqtt://127.0.0.1:1883`. */
  url: string
  key: BoxKey
  /** How much faster than real time it drives; its lap times are those of real time. */
  speedup?: number
  stateEveryMs?: number
}

export interface SimulatedBox {
  driver: SimulatedDriver
  /** Its network is gone for a while; what it drives meanwhile it says later. */
  drop(forMs: number): void
  /** It drives into something and stands for a while. */
  crash(forMs: number): void
  isConnected(): boolean
  stop(): Promise<void>
}

/** A vehicle with a driver, which speaks the vehicle protocol to a broker as a real box does. */
export function startSimulatedBox({
  url,
  key,
  speedup: hurry = 1,
  stateEveryMs = STATE_EVERY_MS,
  ...pace
}: Options): SimulatedBox {
  const { id, orgCode, secret } = key
  const brain = createSimulatedDriver(pace)
  const begunAt = performance.now()
  const now = (): number => (performance.now() - begunAt) * hurry
  const said = new Map<string, number>()
  let dropped: NodeJS.Timeout | undefined

  const client: MqttClient = connect(url, {
    clientId: id,
    username: id,
    password: secret,
    protocolVersion: 4,
    clean: true,
    keepalive: 3,
    connectTimeout: 10_000,
    // Not all at once after a broker was gone.
    reconnectPeriod: Math.round(RETRY_MS * (1 + pace.random())),
    // Its access may not have come round yet, or be given anew.
    reconnectOnConnackError: true,
    resubscribe: false,
    will: { topic: boxTopic(orgCode, id, 'online'), payload: JSON.stringify({ online: false }), qos: 1, retain: true },
  })
  // It tries again by itself.
  client.on('error', () => undefined)

  const say = (leaf: BoxLeaf, message: object, retain = false): void => {
    if (client.connected)
      client.publish(boxTopic(orgCode, id, leaf), JSON.stringify(message), { qos: leaf === 'state' ? 0 : 1, retain })
  }

  const sayLaps = (): void => {
    const at = performance.now()
    for (const lap of brain.laps(now())) {
      const name = `${lap.run} ${lap.number}`
      if (at - (said.get(name) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS || !client.connected) continue
      said.set(name, at)
      say('lap', { ...lap, ago: Math.round(lap.ago / hurry), at: Date.now() - Math.round(lap.ago / hurry) })
    }
  }

  client.on('connect', () => {
    said.clear()
    const topics = [boxTopic(orgCode, id, 'command'), boxTopic(orgCode, id, 'kept'), stopTopic(orgCode)]
    client.subscribe(topics, { qos: 1 }, (error) => {
      if (!error) say('online', brain.online(), true)
    })
  })

  client.on('message', (topic, payload) => {
    const leaf = topic.slice(topic.lastIndexOf('/') + 1)
    const message: unknown = JSON.parse(payload.toString())
    if (leaf === 'command') {
      const command = Command.parse(message)
      // Its own clock runs as fast as it drives.
      if ('left' in command && command.left !== null) command.left = Math.round(command.left * hurry)
      if ('back' in command) command.back = Math.round(command.back * hurry)
      say('ack', brain.command(command, now()))
    } else if (leaf === 'kept') {
      const kept = Kept.parse(message)
      brain.confirmLap(kept)
      said.delete(`${kept.run} ${kept.number}`)
    } else if (leaf === 'stop') {
      const { stops } = Stops.parse(message)
      brain.stop(stops.filter(({ boxes }) => boxes === 'all' || boxes.includes(id)).map(({ id: stop }) => stop))
      say('stopped', brain.stopped())
    }
  })

  const ticking = setInterval(() => {
    brain.tick(now())
    sayLaps()
  }, TICK_MS)
  const stating = setInterval(() => say('state', brain.state(now())), stateEveryMs)

  return {
    driver: brain,
    drop(forMs) {
      clearTimeout(dropped)
      client.options.reconnectPeriod = forMs
      // As a network goes: without a word.
      client.stream?.destroy()
      dropped = setTimeout(() => {
        client.options.reconnectPeriod = RETRY_MS
      }, forMs)
    },
    crash(forMs) {
      brain.crash(now(), forMs * hurry)
      say('fault', { code: 'collision', text: '' })
      setTimeout(() => say('fault', { code: 'collision', over: true }), forMs).unref()
    },
    isConnected: () => client.connected,
    async stop() {
      clearInterval(ticking)
      clearInterval(stating)
      clearTimeout(dropped)
      await client.endAsync(true)
    },
  }
}
