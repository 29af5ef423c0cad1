import type { LapOutcome, LapReport } from './laps.service.ts'

/** The order of a run to its vehicle. */
export interface RunOrder {
  runId: string
  vehicleId: string
  orgCode: string
  /** Laps of the run; 0 if it is timed. */
  laps: number
  lapsDone: number
  /** When the vehicle must stand; null while unknown, as for runs by laps. */
  endsAt: Date | null
  /** Seconds before `endsAt` for the way back. */
  delaySeconds: number
  slowed: boolean
  /** Whether it was called back early. */
  isCalledBack: boolean
}

/** A report of a vehicle. */
export type VehicleReport =
  /** The time of its run is over, and the vehicle stands. */
  | { kind: 'time'; runId: string; vehicleId: string; orgCode: string }
  /** A lap was driven. `confirm` is called when it was processed, so that the vehicle stops repeating it. */
  | { kind: 'lap'; lap: LapReport; vehicleId: string; confirm(outcome: LapOutcome): void }

/**
 * The link to vehicles. The database is the only source of orders: commands follow commits, may arrive twice, and are repeated after a
 * crash of the server, so that a link has no state to lose.
 */
export interface VehicleLink {
  start(order: RunOrder): void
  extend(order: RunOrder): void
  slow(order: RunOrder): void
  /** The vehicle comes back until `endsAt`, or stops at once if the run is over. */
  stop(order: RunOrder, isOver: boolean): void
  onReport(listener: (report: VehicleReport) => void): void
  close(): void
}
