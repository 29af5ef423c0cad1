import { sql } from 'kysely'
import { type WithMessage, withMessage } from '#server/core/http/mount.ts'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { text } from '#shared/i18n/catalogue.ts'

interface Destination {
  orgCode: string
  /** Empty: any printer of the store. */
  printId: string
}

/** Whether any terminal of a store has a printer that may print a paper. */
export async function storePrints(trx: Transaction, { orgCode, printId }: Destination, now: Date): Promise<boolean> {
  const { rows } = await sql<{
    prints: boolean
  }>`select store_prints(${orgCode}, ${printId}, ${now}) as prints`.execute(trx)
  return rows[0]?.prints === true
}

/** The answer of ordering a paper. The call's own message promises a printer, so it is sent only if there is one. */
export async function printOrdered<R extends { jobId: string }>(
  trx: Transaction,
  { locale }: Pick<CallContext, 'locale'>,
  to: Destination,
  ordered: R,
  now: Date,
): Promise<(R & { hasPrinter: boolean }) | WithMessage<R & { hasPrinter: boolean }>> {
  const hasPrinter = await storePrints(trx, to, now)
  const result = { ...ordered, hasPrinter }
  return hasPrinter ? result : withMessage(result, text(locale, 'print.nobody'))
}
