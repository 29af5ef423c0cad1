import type { LapOutcome, LapReport } from './laps.service.ts'

/** What a vehicle is to do for a run, as far as whoever drives it must know. */
export interface RunOrder {
  runId: string
  vehicleId: string
  orgCode: string
  /** Laps that the run is for; 0 where it is for a time. */
  laps: number
  lapsDone: number
  /** When the vehicle stands; null while nobody knows, as by laps. */
  endsAt: Date | null
  /** Seconds before that in which it only comes back. */
  delaySeconds: number
  slowed: boolean
  /** It was called back before its time. */
  isCalledBack: boolean
}

/** What a vehicle says of itself. */
export type VehicleReport =
  /** The time of its run is over, and the vehicle stands. */
  | { kind: 'time'; runId: string; vehicleId: string; orgCode: string }
  /** It has done a lap; who reports it again and again until it is kept hears so by `kept`. */
  | { kind: 'lap'; lap: LapReport; vehicleId: string; confirm(outcome: LapOutcome): void }

/**
 * The way to the vehicles. What is to be done stands in the database and nowhere else: commands follow what is committed there, may
 * come twice, and come again after the server was killed, so a link keeps nothing that it could lose.
 */
export interface VehicleLink {
  start(order: RunOrder): void
  extend(order: RunOrder): void
  slow(order: RunOrder): void
  /** The vehicle comes back until `endsAt`, or stands at once where the run is over. */
  stop(order: RunOrder, isOver: boolean): void
  onReport(heard: (report: VehicleReport) => void): void
  close(): void
}
