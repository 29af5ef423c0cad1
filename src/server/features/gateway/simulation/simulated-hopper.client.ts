import { connect, type MqttClient } from 'mqtt'
import {
  type BoxLeaf,
  boxTopic,
  CoinCommand,
  type Counted,
  Settled,
  STATE_INTERVAL_MS,
} from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { BoxKey } from './simulated-box.client.ts'

const TICK_MS = 50
/** Interval at which a report is sent again that the server has not settled. */
const RESEND_MS = 3000
const RECONNECT_MS = 700

interface Options {
  /** Broker URL, such as `mqtt://127.0.0.1:1883`. */
  url: string
  key: BoxKey
  /** Coins that it counts out in a second. */
  rate?: number
  /** Coins in its hopper. */
  coins?: number
  stateEveryMs?: number
}

interface Task extends Counted {
  count: number
  endsAt: number
  sentAt: number
}

export interface SimulatedHopper {
  /** Coins that came out of it, ever. */
  dropped(): number
  coins(): number
  /** Takes coins out of the hopper, or puts some in. */
  fill(coins: number): void
  /** Something is stuck: it counts no more, and reports it, until this is called with `false`. */
  jam(isJammed: boolean): void
  /** Cuts the network for `forMs`; it goes on counting, and reports afterwards. */
  drop(forMs: number): void
  /** Whether reports get lost on the way. */
  mute(isMuted: boolean): void
  isConnected(): boolean
  /** The topics of messages that are not for a coin machine. */
  unexpected(): readonly string[]
  stop(): Promise<void>
}

/** Starts a simulated coin machine that speaks the vehicle protocol to a broker, as a real one does. */
export function startSimulatedHopper({
  url,
  key,
  rate = 5,
  coins = 1000,
  stateEveryMs = STATE_INTERVAL_MS,
}: Options): SimulatedHopper {
  const { id, orgCode, secret } = key
  /** By output: what it was asked, as a real machine stores it across a loss of power. */
  const tasks = new Map<string, Task>()
  /** Outputs that the server has settled; an old command for one of them counts nothing. */
  const settled = new Set<string>()
  const unexpected: string[] = []
  let left = coins
  let dropped = 0
  let credit = 0
  let isJammed = false
  let isMuted = false
  let reconnectTimer: NodeJS.Timeout | undefined

  const client: MqttClient = connect(url, {
    clientId: id,
    username: id,
    password: secret,
    protocolVersion: 4,
    clean: true,
    keepalive: 3,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    will: { topic: boxTopic(orgCode, id, 'online'), payload: JSON.stringify({ online: false }), qos: 1, retain: true },
  })
  // The client reconnects by itself.
  client.on('error', () => undefined)

  const publish = (leaf: BoxLeaf, message: object, retain = false): void => {
    if (client.connected && !(isMuted && leaf === 'counted'))
      client.publish(boxTopic(orgCode, id, leaf), JSON.stringify(message), { qos: leaf === 'hopper' ? 0 : 1, retain })
  }
  const fault = (): string => (isJammed ? 'jam' : left === 0 ? 'empty' : '')
  const publishHopper = (): void => publish('hopper', { coins: left, fault: fault() })
  const report = (task: Task): void => {
    task.sentAt = performance.now()
    publish('counted', { id: task.id, counted: task.counted, over: task.over })
  }

  client.on('connect', () => {
    client.subscribe([boxTopic(orgCode, id, 'coins'), boxTopic(orgCode, id, 'settled')], { qos: 1 }, (error) => {
      if (error) return
      publish('online', { online: true }, true)
      publishHopper()
      for (const task of tasks.values()) report(task)
    })
  })

  client.on('message', (topic, payload) => {
    const leaf = topic.slice(topic.lastIndexOf('/') + 1)
    const message: unknown = JSON.parse(payload.toString())
    if (leaf === 'settled') {
      const { id: output } = Settled.parse(message)
      tasks.delete(output)
      settled.add(output)
      return
    }
    if (leaf !== 'coins') {
      unexpected.push(topic)
      return
    }
    const command = CoinCommand.parse(message)
    const known = tasks.get(command.id)
    if (known) report(known)
    if (known || settled.has(command.id)) return
    const task = { id: command.id, counted: 0, over: false, count: command.count, sentAt: 0 }
    tasks.set(command.id, { ...task, endsAt: performance.now() + command.left })
    report(tasks.get(command.id) as Task)
  })

  const tick = (): void => {
    const now = performance.now()
    const task = [...tasks.values()].find(({ over }) => !over)
    credit = task && fault() === '' ? credit + (rate * TICK_MS) / 1000 : 0
    if (task) {
      const out = Math.min(Math.floor(credit), left, task.count - task.counted)
      credit -= out
      left -= out
      dropped += out
      task.counted += out
      task.over = task.counted === task.count || now >= task.endsAt || fault() !== ''
      if (task.over || out > 0) report(task)
    }
    for (const one of tasks.values()) if (now - one.sentAt > RESEND_MS) report(one)
  }
  const tickTimer = setInterval(tick, TICK_MS)
  const stateTimer = setInterval(publishHopper, stateEveryMs)

  return {
    dropped: () => dropped,
    coins: () => left,
    fill(more) {
      left = Math.max(0, left + more)
      publishHopper()
    },
    jam(jammed) {
      isJammed = jammed
      publishHopper()
    },
    drop(forMs) {
      clearTimeout(reconnectTimer)
      client.options.reconnectPeriod = forMs
      // Without a DISCONNECT, as when a network fails.
      client.stream?.destroy()
      reconnectTimer = setTimeout(() => {
        client.options.reconnectPeriod = RECONNECT_MS
      }, forMs)
    },
    mute(muted) {
      isMuted = muted
    },
    isConnected: () => client.connected,
    unexpected: () => unexpected,
    async stop() {
      clearInterval(tickTimer)
      clearInterval(stateTimer)
      clearTimeout(reconnectTimer)
      await client.endAsync(true)
    },
  }
}
