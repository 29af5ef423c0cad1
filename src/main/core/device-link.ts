import type { Clock } from '#main/core/clocks/clock.ts'
import type { DeviceState } from '#shared/ipc/devices.ts'

/** Events of one connection attempt. */
export interface LinkHandlers<Data> {
  onOpen(): void
  onData(data: Data): void
  /** The attempt failed, or the device is gone; called at most once, as the last event. */
  onLost(reason: string): void
}

/** One connection attempt. Closing it is final: the next attempt is a new object. */
export interface Connection {
  close(): Promise<void>
}

const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 15_000

/** Pause before the next attempt: 250 ms·2ⁿ up to 15 s, minus up to a fifth of jitter. */
export const backOff = (attempt: number, random: number): number =>
  Math.round(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (1 - random / 5))

/** Native modules throw errors, strings or nothing at all. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error ?? 'closed'))

export interface DeviceLinkDeps<Data> {
  /** Makes one attempt; null if it is no longer wanted. A failure counts as a lost device. */
  open(handlers: LinkHandlers<Data>, isCurrent: () => boolean): Promise<Connection | null>
  clock: Clock
  random: () => number
  onState(state: DeviceState, detail?: string): void
  onData(data: Data): void
}

/**
 * Keeps one device connected: idle → opening → ready → lost → a growing pause → the next attempt.
 *
 * A lost device stays `lost` during new attempts, so that the screen does not flicker.
 */
export function createDeviceLink<Data>(deps: DeviceLinkDeps<Data>) {
  let connection: Connection | null = null
  let attempt = 0
  /** Cancels the waiting next attempt. */
  let stopPause: (() => void) | null = null
  let closed = false
  /** Distinguishes attempts, so that late events of earlier ones are ignored. */
  let generation = 0
  let ready = false

  function handleLoss(reason: string, attemptGeneration: number): void {
    if (attemptGeneration !== generation || closed) return
    generation++
    ready = false
    connection = null
    deps.onState('lost', reason)
    stopPause = deps.clock.after(backOff(attempt++, deps.random()), connect)
  }

  function connect(): void {
    stopPause = null
    const attemptGeneration = ++generation
    const isWanted = () => attemptGeneration === generation && !closed
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
      onLost: (reason) => handleLoss(reason, attemptGeneration),
    }
    deps.open(handlers, isWanted).then(
      (made) => {
        if (isWanted()) connection = made
        else void made?.close()
      },
      (error: unknown) => handleLoss(textOf(error), attemptGeneration),
    )
  }

  return {
    start(): void {
      deps.onState('opening')
      connect()
    },
    /** Tries at once, such as after sleep; a working connection stays open. */
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
