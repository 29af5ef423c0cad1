import type { StartedRun } from './outbox.figures.ts'

/** What a start without the server asks of the store's other terminals. */
export interface HubPort {
  isOn(): boolean
  /** The number of its ticket, or null for one of this terminal; refuses where another terminal has the vehicle. */
  take(run: StartedRun, vehicleName: string, day: string): Promise<string | null>
  /** Nothing came of what was taken. */
  withdraw(id: string): void
  /** Started without having asked. */
  note(run: StartedRun): void
}

/** The places in line that were given here without the server. */
export interface OfflineQueuePort {
  /**
   * The number of the place whose ride has this key, and so the number of the ride; null for a start that is no place's. Refuses for one that
   * does not wait any more.
   */
  numberOf(startId: string): string | null
}
