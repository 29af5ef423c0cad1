import type { Transaction } from '#server/db/database.ts'

/** What screens and terminals reload when it changes. */
export interface Changed {
  topic: 'vehicles' | 'playRecords' | 'printJobs' | 'refusals' | 'snapshot'
  /** Whose row it was: sockets whose scope covers this store hear of it. */
  orgCode: string
}

/** The channel of PostgreSQL's NOTIFY; SQL functions may send `{"kind":"changed","topic":…,"orgCode":…}` on it. */
export const NOTIFY_CHANNEL = 'pitlane'

export interface Realtime {
  /**
   * Tells every socket in scope, on every copy of the server.
   *
   * With a transaction it is sent when that commits. Without one it is sent at once and repeats within a moment are sent
   * once: call it so from `ctx.afterCommit` on busy paths, because commits that notify wait for each other.
   */
  publish(event: Changed, trx?: Transaction): Promise<void>
  /** Sends the family's `topic` message to everyone in scope, or `user` to one person. */
  message(to: { orgCode: string } | { userId: string }, msgId: string, msgTxt: string): Promise<void>
}
