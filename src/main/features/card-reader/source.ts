import type { Clock } from '#main/core/clock.ts'
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

/** One reader, kept connected, whose bytes are understood. */
export interface ReaderSource {
  start(): void
  /** Tries a lost reader at once. */
  resume(): void
  close(): Promise<void>
}

export type OpenSource = (settings: ReaderSettings, deps: SourceDeps) => ReaderSource
