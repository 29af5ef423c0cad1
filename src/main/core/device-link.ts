import type { DeviceState } from '#shared/ipc/devices.ts'
import type { Clock } from './clock.ts'

/** What one attempt at a device tells. */
export interface LinkHandlers<Data> {
  onOpen(): void
  onData(data: Data): void
  /** The attempt failed, or the device is gone; called once at most, and nothing after it. */
  onGone(reason: string): void
}

/** One attempt at one device. Closing it is final: the next attempt is a new object. */
export interface Connection {
  close(): Promise<void>
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

/** The pause before the next attempt: 250 ms·2ⁿ up to 15 s, less up to a fifth so that devices do not knock together. */
export const backOff = (attempt: number, random: number): number =>
  Math.round(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (1 - random / 5))

/** Native parts fail with errors, with texts and with nothing at all. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error ?? 'closed'))

export interface DeviceLinkDeps<Data> {
  /** Makes one attempt; null where it is no longer wanted. A failure counts as a device that is gone. */
  open(handlers: LinkHandlers<Data>, isWanted: () => boolean): Promise<Connection | null>
  clock: Clock
  random: () => number
  onState(state: DeviceState, detail?: string): void
  onData(data: Data): void
}

/**
 * Keeps one device connected: idle → opening → ready → lost → a growing pause → the next attempt.
 *
 * A device that is lost stays `lost` while it is tried again, so that the screen does not flicker.
 */
export function createDeviceLink<Data>(deps: DeviceLinkDeps<Data>) {
  let connection: Connection | null = null
  let attempt = 0
  /** Calls off the next attempt while one is waiting. */
  let stopPause: (() => void) | null = null
  let closed = false
  /** Whatever an earlier attempt still reports is not about this one. */
  let generation = 0
  let ready = false

  function lose(reason: string, mine: number): void {
    if (mine !== generation || closed) return
    generation++
    ready = false
    connection = null
    deps.onState('lost', reason)
    stopPause = deps.clock.after(backOff(attempt++, deps.random()), connect)
  }

  function connect(): void {
    stopPause = null
    const mine = ++generation
    const isWanted = () => mine === generation && !closed
    const handlers: LinkHandlers<Data> = {
      onOpen() {
        if (!isWanted()) return
        attempt = 0
        ready = true
        deps.onState('ready')
      },
      onData(data) {
        if (isWanted()) deps.onData(data)
      },
      onGone: (reason) => lose(reason, mine),
    }
    deps.open(handlers, isWanted).then(
      (made) => {
        if (isWanted()) connection = made
        else void made?.close()
      },
      (error: unknown) => lose(textOf(error), mine),
    )
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

export type DeviceLink = ReturnType<typeof createDeviceLink>
