import type { Database } from '#server/db/database.ts'

/** A position in the log of the primary that `identity` names: its system and its timeline, which a failover changes. */
export interface Position {
  identity: string
  /** In bytes. */
  at: bigint
}

interface Sample extends Position {
  /** Before the position was asked for: every earlier commit is before it. */
  asOf: Date
  sinceMs: number
}

/** Positions of the primary's log over time. */
export interface Positions {
  /** A position behind every commit that was answered before this call. Calls at the same time share a statement. */
  now(): Promise<Position>
  /** How old data is that reaches to this position; undefined if it is older than every sample. */
  ageOf(position: Position): { asOf: Date; ms: number } | undefined
}

/** Samples are taken at most so often, and kept for longer than any age limit. */
const APART_MS = 200
const MAX_AGE_MS = 660_000

const POSITION = `select pg_current_wal_lsn()::text || ' ' || (select system_identifier::text from pg_control_system()) || '/' ||
  (select timeline_id::text from pg_control_checkpoint())`

/** Reads a position as PostgreSQL writes it, such as `16/B374D848`. */
export function readPosition(text: string, identity: string): Position {
  const [high = '', low = ''] = text.split('/')
  return { identity, at: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) }
}

export function createPositions(db: Pick<Database, 'listPool'>, clock: () => Date): Positions {
  let samples: Sample[] = []
  let asking: Promise<Position> | undefined
  let next: Promise<Position> | undefined

  async function ask(): Promise<Position> {
    const asOf = clock()
    const sinceMs = performance.now()
    const { rows } = await db.listPool.query<[string]>({ text: POSITION, rowMode: 'array' })
    const [text = '', identity = ''] = rows[0]?.[0].split(' ') ?? []
    const position = readPosition(text, identity)
    // Positions of another primary say nothing about this one's.
    if (samples[0] && samples[0].identity !== identity) samples = []
    const last = samples.at(-1)
    if (!last || sinceMs - last.sinceMs >= APART_MS) samples.push({ ...position, asOf, sinceMs })
    while (samples[0] && sinceMs - samples[0].sinceMs > MAX_AGE_MS) samples.shift()
    return position
  }

  function begin(): Promise<Position> {
    const begun = ask()
    asking = begun
    const ended = () => {
      if (asking === begun) asking = undefined
    }
    begun.then(ended, ended)
    return begun
  }

  return {
    now() {
      if (!asking) return begin()
      // The one on its way may have passed the primary before our caller's commit.
      next ??= asking
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return begin()
        })
      return next
    },
    ageOf(position) {
      const found = samples.findLast(({ identity, at }) => identity === position.identity && at <= position.at)
      return found && { asOf: found.asOf, ms: performance.now() - found.sinceMs }
    },
  }
}
