import { type Selectable, sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { freePrefix } from '#shared/features/terminals/prefix.calc.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'

type TerminalRow = Selectable<Tables['terminal']>

interface Registration {
  id: string
  orgCode: string
  name: string
  prefix: string
  printId: string
}

/** A terminal that was not seen for this time loses its prefix to one that requests it. */
const FORGOTTEN_MS = 30 * 24 * 3600_000

/**
 * Registers a terminal at a store, or updates its name.
 *
 * Returns the prefix of its offline tickets: the requested one, or the next free one if another terminal of the store has it,
 * because two terminals with one prefix would print the same ticket numbers.
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

/** A terminal of a store, or null if it never registered there. */
export async function findTerminal(trx: Transaction, id: string, orgCode: string): Promise<TerminalRow | null> {
  const query = trx.selectFrom('terminal').selectAll().where('id', '=', id).where('orgCode', '=', orgCode)
  return (await query.executeTakeFirst()) ?? null
}

/** Stores the key of a registered terminal; a revoked key cannot be enrolled again. */
export async function enrolTerminal(
  trx: Transaction,
  { id, orgCode, publicKey }: { id: string; orgCode: string; publicKey: string },
  userId: string,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('terminal')
    .set({ publicKey, enrolledBy: userId, enrolledAt: now, revokedBy: null, revokedAt: null })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where((eb) => eb.or([eb('state', '<>', 'revoked'), eb('publicKey', '<>', publicKey)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('terminals.revoked')
}

export async function revokeTerminal(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  userId: string,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('terminal')
    .set({ revokedBy: userId, revokedAt: now })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where('state', '=', 'enrolled')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('terminals.notEnrolled')
}

/** The terminal that makes the call, marked as seen now. An enrolled one must have signed it. */
export async function knownTerminal(trx: Transaction, ctx: CallContext, id: string, now: Date): Promise<TerminalRow> {
  const terminal = await trx
    .updateTable('terminal')
    .set({ seenAt: now })
    .where('id', '=', id)
    .where('orgCode', '=', ctx.user.orgCode)
    .returningAll()
    .executeTakeFirst()
  if (!terminal) throw new AppError('terminals.unknown')
  await requireItself(ctx, terminal)
  return terminal
}

/** Stores a terminal's report, which replaces the one before. */
export async function keepReport(
  trx: Transaction,
  { id, orgCode }: Pick<TerminalRow, 'id' | 'orgCode'>,
  { version, report }: { version: string; report: TerminalReport },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('terminal')
    .set({ version, report: JSON.stringify(report), reportedAt: now })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .execute()
}

/** Throws if the call names an enrolled terminal without its signature, or a terminal whose key was revoked. */
export async function requireItself(ctx: CallContext, { id, state }: Pick<TerminalRow, 'id' | 'state'>): Promise<void> {
  if (state === 'revoked') throw new AppError('terminals.revoked')
  if (state === 'enrolled' && (await ctx.terminal()) !== id) throw new AppError('terminals.signatureInvalid')
}

/**
 * The terminal that a record may name: the one that signed the call. A name without a signature counts as none; a signature of a
 * terminal other than the named one is refused.
 */
export async function provenTerminal(ctx: CallContext, named: string | null | undefined): Promise<string | null> {
  const signed = await ctx.terminal()
  if (signed !== null && named && named !== signed) throw new AppError('terminals.signatureInvalid')
  return signed
}

/** The terminal that the refusal of a start may name (see `starting_terminal`); empty if the call may not use the name. */
export async function nameableTerminal(
  trx: Transaction,
  ctx: CallContext,
  named: string | null | undefined,
): Promise<string | null> {
  if (!named) return null
  const terminal = await findTerminal(trx, named, ctx.user.orgCode)
  if (terminal?.state === 'registered') return named
  const signed = await ctx.terminal().catch(() => null)
  return signed === named ? named : null
}
