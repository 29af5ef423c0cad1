import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/** A condition that holds for all rows of every store, after any calls and any crash of the server. */
export interface Invariant {
  name: string
  /** The rows that violate it, with `id` and a description in `detail`. */
  broken: RawBuilder<{ id: string; detail: string }>
}

/** Checks every store in scope and names the violations; empty where there are none. */
export async function brokenOf(trx: Transaction, invariants: readonly Invariant[]): Promise<string[]> {
  const found: string[] = []
  for (const { name, broken } of invariants) {
    const { rows } = await sql<{ id: string; detail: string }>`
      select id::text as id, detail::text as detail from (${broken}) broken limit 5`.execute(trx)
    found.push(...rows.map(({ id, detail }) => `${name}: ${id} ${detail ?? ''}`))
  }
  return found
}
