import type { Clock } from '#main/core/clocks/clock.ts'
import type { DeviceState, ReaderSettings } from '#shared/ipc/devices.ts'
import type { FrameEvent } from './frames.ts'
import type { ReaderDrivers } from './ports.ts'

export interface SourceDeps {
  drivers: ReaderDrivers
  clock: Clock
  random: () => number
  onState(state: DeviceState, detail?: string): void
  onEvent(event: FrameEvent): void
}

/** A connected reader with decoded events. */
export interface ReaderSource {
  start(): void
  /** Retries a lost reader at once. */
  resume(): void
  close(): Promise<void>
}

export type OpenSource = (settings: ReaderSettings, deps: SourceDeps) => ReaderSource
