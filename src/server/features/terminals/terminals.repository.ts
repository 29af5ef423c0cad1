import type { Selectable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'

export type TerminalRow = Selectable<Tables['terminal']>

interface Registration {
  id: string
  orgCode: string
  name: string
  prefix: string
  printId: string
}

/** Makes a terminal known to a store, or updates what it calls itself. */
export async function registerTerminal(
  trx: Transaction,
  registration: Registration,
  userId: string,
  now: Date,
): Promise<void> {
  const { name, prefix, printId } = registration
  await trx
    .insertInto('terminal')
    .values({ ...registration, registeredBy: userId, createdAt: now, seenAt: now })
    .onConflict((conflict) => conflict.columns(['id', 'orgCode']).doUpdateSet({ name, prefix, printId, seenAt: now }))
    .execute()
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
