import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { freePrefix } from '#shared/features/terminals/prefix.calc.ts'

export type TerminalRow = Selectable<Tables['terminal']>

interface Registration {
  id: string
  orgCode: string
  name: string
  prefix: string
  printId: string
}

/** A terminal that was not seen for so long gives its prefix up to one that wants it. */
const FORGOTTEN_MS = 30 * 24 * 3600_000

/**
 * Makes a terminal known to a store, or updates what it calls itself.
 *
 * Answers the prefix of its offline tickets: the wanted one, or the next free one where another terminal of the store
 * has it, because two terminals with one prefix would print the same ticket numbers.
 */
export async function registerTerminal(
  trx: Transaction,
  registration: Registration,
  userId: string,
  now: Date,
): Promise<string> {
  const { name, printId } = registration
  const prefix = await ownPrefix(trx, registration, now)
  await trx
    .insertInto('terminal')
    .values({ ...registration, prefix, registeredBy: userId, createdAt: now, seenAt: now })
    .onConflict((conflict) => conflict.columns(['id', 'orgCode']).doUpdateSet({ name, prefix, printId, seenAt: now }))
    .execute()
  return prefix
}

async function ownPrefix(trx: Transaction, { id, orgCode, prefix }: Registration, now: Date): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`terminal prefixes ${orgCode}`}, 0))`.execute(trx)
  const others = await trx
    .selectFrom('terminal')
    .select(['id', 'prefix', 'seenAt'])
    .where('orgCode', '=', orgCode)
    .where('id', '<>', id)
    .execute()
  const holder = others.find((other) => other.prefix === prefix)
  if (!holder) return prefix
  if (now.getTime() - holder.seenAt.getTime() < FORGOTTEN_MS) {
    return freePrefix(prefix, new Set(others.map((other) => other.prefix)))
  }
  await trx
    .updateTable('terminal')
    .set({ prefix: '' })
    .where('id', '=', holder.id)
    .where('orgCode', '=', orgCode)
    .execute()
  return prefix
}

/** A terminal of a store, or null where it never registered there. */
export async function findTerminal(trx: Transaction, id: string, orgCode: string): Promise<TerminalRow | null> {
  const query = trx.selectFrom('terminal').selectAll().where('id', '=', id).where('orgCode', '=', orgCode)
  return (await query.executeTakeFirst()) ?? null
}

/** The terminal behind a call of its own, marked as seen now. */
export async function knownTerminal(trx: Transaction, id: string, orgCode: string, now: Date): Promise<TerminalRow> {
  const terminal = await trx
    .updateTable('terminal')
    .set({ seenAt: now })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .returningAll()
    .executeTakeFirst()
  if (!terminal) throw new AppError('terminals.unknown')
  return terminal
}
