import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/** Something that holds of all rows of every store, whatever was done to them by whom and whenever the server died. */
export interface Invariant {
  name: string
  /** The rows of which it does not hold, `id` and what was `said` of them. */
  broken: RawBuilder<{ id: string; said: string }>
}

/** Looks through every store in scope for what is broken, and names it; empty where all is well. */
export async function brokenOf(trx: Transaction, invariants: readonly Invariant[]): Promise<string[]> {
  const found: string[] = []
  for (const { name, broken } of invariants) {
    const { rows } = await sql<{ id: string; said: string }>`
      select id::text as id, said::text as said from (${broken}) broken limit 5`.execute(trx)
    found.push(...rows.map(({ id, said }) => `${name}: ${id} ${said ?? ''}`))
  }
  return found
}
