import type { StartedRun } from './outbox.figures.ts'

/** Coordination of an offline start with the store's other terminals. */
export interface ClusterPort {
  isOn(): boolean
  /** Reserves a vehicle. Returns the ticket number, or null for one of this terminal; throws `sessions.vehicleTaken`. */
  take(run: StartedRun, vehicleName: string, day: string): Promise<string | null>
  /** Releases a reservation whose start was not stored. */
  withdraw(id: string): void
  /** Records a start without a reservation. */
  note(run: StartedRun): void
}

/** The offline queue, as starts use it. */
export interface OfflineQueuePort {
  /**
   * The ticket number of the queue entry with this start key; null where the start belongs to no entry. Throws `line.*`
   * for an entry that no longer waits.
   */
  numberOf(startId: string): string | null
}
