import { performance } from 'node:perf_hooks'
import { connect, type MqttClient } from 'mqtt'
import {
  type BoxLeaf,
  boxTopic,
  Command,
  LapReceipt,
  STATE_INTERVAL_MS,
  Stops,
  stopTopic,
} from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { createSimulatedDriver, type DriverOptions, type SimulatedDriver } from './simulated-driver.model.ts'

const TICK_MS = 100
/** Interval at which an unconfirmed lap is sent again. */
const LAP_RESEND_MS = 3000
const RECONNECT_MS = 700

/** Credentials of a box. */
export interface BoxKey {
  id: string
  orgCode: string
  secret: string
}

interface Options extends DriverOptions {
  /** Broker URL, such as `mqtt://127.0.0.1:1883`. */
  url: string
  key: BoxKey
  /** Factor of simulated time over real time. Reported lap times are in real time. */
  speedup?: number
  stateEveryMs?: number
}

export interface SimulatedBox {
  driver: SimulatedDriver
  /** Cuts the network for `forMs`; laps driven meanwhile are reported afterwards. */
  drop(forMs: number): void
  /** Reports a collision and stops the vehicle for `forMs`. */
  crash(forMs: number): void
  isConnected(): boolean
  stop(): Promise<void>
}

/** Starts a simulated vehicle that speaks the vehicle protocol to a broker, as a real box does. */
export function startSimulatedBox({
  url,
  key,
  speedup = 1,
  stateEveryMs = STATE_INTERVAL_MS,
  ...pace
}: Options): SimulatedBox {
  const { id, orgCode, secret } = key
  const driver = createSimulatedDriver(pace)
  const startedAt = performance.now()
  const now = (): number => (performance.now() - startedAt) * speedup
  const lapSentAt = new Map<string, number>()
  let reconnectTimer: NodeJS.Timeout | undefined

  const client: MqttClient = connect(url, {
    clientId: id,
    username: id,
    password: secret,
    protocolVersion: 4,
    clean: true,
    keepalive: 3,
    connectTimeout: 10_000,
    // Spread, so that not all boxes reconnect at once after a broker was down.
    reconnectPeriod: Math.round(RECONNECT_MS * (1 + pace.random())),
    // The server may not know its access yet, or may have replaced it.
    reconnectOnConnackError: true,
    resubscribe: false,
    will: { topic: boxTopic(orgCode, id, 'online'), payload: JSON.stringify({ online: false }), qos: 1, retain: true },
  })
  // The client reconnects by itself.
  client.on('error', () => undefined)

  const publish = (leaf: BoxLeaf, message: object, retain = false): void => {
    if (client.connected)
      client.publish(boxTopic(orgCode, id, leaf), JSON.stringify(message), { qos: leaf === 'state' ? 0 : 1, retain })
  }

  const publishLaps = (): void => {
    const at = performance.now()
    for (const lap of driver.laps(now())) {
      const name = `${lap.run} ${lap.number}`
      if (at - (lapSentAt.get(name) ?? Number.NEGATIVE_INFINITY) < LAP_RESEND_MS || !client.connected) continue
      lapSentAt.set(name, at)
      publish('lap', { ...lap, ago: Math.round(lap.ago / speedup), at: Date.now() - Math.round(lap.ago / speedup) })
    }
  }

  client.on('connect', () => {
    lapSentAt.clear()
    const topics = [boxTopic(orgCode, id, 'command'), boxTopic(orgCode, id, 'kept'), stopTopic(orgCode)]
    client.subscribe(topics, { qos: 1 }, (error) => {
      if (!error) publish('online', driver.online(), true)
    })
  })

  client.on('message', (topic, payload) => {
    const leaf = topic.slice(topic.lastIndexOf('/') + 1)
    const message: unknown = JSON.parse(payload.toString())
    if (leaf === 'command') {
      const command = Command.parse(message)
      // Times of a command are in real time; the simulated clock runs faster.
      if ('left' in command && command.left !== null) command.left = Math.round(command.left * speedup)
      if ('back' in command) command.back = Math.round(command.back * speedup)
      publish('ack', driver.command(command, now()))
    } else if (leaf === 'kept') {
      const confirmed = LapReceipt.parse(message)
      driver.confirmLap(confirmed)
      lapSentAt.delete(`${confirmed.run} ${confirmed.number}`)
    } else if (leaf === 'stop') {
      const { stops } = Stops.parse(message)
      driver.stop(stops.filter(({ boxes }) => boxes === 'all' || boxes.includes(id)).map(({ id: stop }) => stop))
      publish('stopped', driver.stopped())
    }
  })

  const tickTimer = setInterval(() => {
    driver.tick(now())
    publishLaps()
  }, TICK_MS)
  const stateTimer = setInterval(() => publish('state', driver.state(now())), stateEveryMs)

  return {
    driver,
    drop(forMs) {
      clearTimeout(reconnectTimer)
      client.options.reconnectPeriod = forMs
      // Without a DISCONNECT, as when a network fails.
      client.stream?.destroy()
      reconnectTimer = setTimeout(() => {
        client.options.reconnectPeriod = RECONNECT_MS
      }, forMs)
    },
    crash(forMs) {
      driver.crash(now(), forMs * speedup)
      publish('fault', { code: 'collision', text: '' })
      setTimeout(() => publish('fault', { code: 'collision', over: true }), forMs).unref()
    },
    isConnected: () => client.connected,
    async stop() {
      clearInterval(tickTimer)
      clearInterval(stateTimer)
      clearTimeout(reconnectTimer)
      await client.endAsync(true)
    },
  }
}
