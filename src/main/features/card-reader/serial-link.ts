import type { Clock } from '#main/core/clock.ts'
import type { DeviceState } from '#shared/ipc/devices.ts'
import type { PortInfo, SerialConnection, SerialDriver } from './ports.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

/** The pause before the next attempt: 250 ms·2ⁿ up to 15 s, less up to a fifth so that devices do not knock together. */
export const backOff = (attempt: number, random: number): number =>
  Math.round(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (1 - random / 5))

export interface LinkTarget {
  path: string
  baudRate: number
}

export interface SerialLinkDeps {
  driver: SerialDriver
  clock: Clock
  random: () => number
  onState(state: DeviceState, detail?: string): void
  onData(bytes: Uint8Array): void
}

/** Where a device was last found, so that it is known again under another port name after a replug. */
type Identity = Pick<PortInfo, 'vendorId' | 'productId' | 'serialNumber'>

const sameDevice = (a: Identity, b: PortInfo): boolean =>
  a.vendorId === b.vendorId && a.productId === b.productId && a.serialNumber === b.serialNumber

/**
 * Keeps one serial device connected: idle → opening → ready → lost → a growing pause → the next attempt.
 *
 * A device that is lost stays `lost` while it is tried again, so that the screen does not flicker.
 */
export function createSerialLink(target: LinkTarget, deps: SerialLinkDeps) {
  let connection: SerialConnection | null = null
  let identity: Identity | null = null
  let attempt = 0
  /** Calls off the next attempt while one is waiting. */
  let stopPause: (() => void) | null = null
  let closed = false
  /** Whatever an earlier attempt still reports is not about this one. */
  let generation = 0
  let ready = false

  async function findPath(): Promise<string> {
    if (!identity) return target.path
    const wanted = identity
    const ports = await deps.driver.list().catch((): PortInfo[] => [])
    const found = ports.filter((port) => sameDevice(wanted, port))
    // Two readers of one kind cannot be told apart without serial numbers: then only the set path counts.
    return found.length === 1 ? (found[0]?.path ?? target.path) : target.path
  }

  async function remember(path: string, mine: number): Promise<void> {
    const ports = await deps.driver.list().catch((): PortInfo[] => [])
    const port = ports.find((candidate) => candidate.path === path)
    if (mine === generation && port?.vendorId) identity = port
  }

  function lose(reason: string, mine: number): void {
    if (mine !== generation || closed) return
    ready = false
    connection = null
    deps.onState('lost', reason)
    stopPause = deps.clock.after(backOff(attempt++, deps.random()), connect)
  }

  function connect(): void {
    stopPause = null
    const mine = ++generation
    void findPath().then((path) => {
      if (mine !== generation || closed) return
      connection = deps.driver.open(
        { path, baudRate: target.baudRate },
        {
          onOpen() {
            if (mine !== generation || closed) return
            attempt = 0
            ready = true
            deps.onState('ready')
            void remember(path, mine)
          },
          onData(bytes) {
            if (mine === generation && !closed) deps.onData(bytes)
          },
          onGone: (reason) => lose(reason, mine),
        },
      )
    })
  }

  return {
    start(): void {
      deps.onState('opening')
      connect()
    },
    /** Tries at once, as after the computer's sleep; a connection that works is left alone. */
    resume(): void {
      if (closed || ready || !stopPause) return
      stopPause()
      attempt = 0
      connect()
    },
    async close(): Promise<void> {
      closed = true
      generation++
      stopPause?.()
      const last = connection
      connection = null
      await last?.close()
    },
  }
}

export type SerialLink = ReturnType<typeof createSerialLink>
