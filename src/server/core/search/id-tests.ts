import { sql } from 'kysely'
import { idOfTicketCode } from '#shared/features/scans/index.ts'
import type { Test } from './ranked-rows.ts'

const DIGITS = 32
/** The first digits of an id are the time; fewer belong to all orders of more than a minute. */
const MIN_DIGITS = 8

/** The tests for rows with an id as screens and papers show it: whole, with or without hyphens, its first digits, or as a QR code. */
export function idTests(word: string): Test[] {
  const digits = (idOfTicketCode(word) ?? word).replaceAll('-', '').toLowerCase()
  if (digits.length < MIN_DIGITS || digits.length > DIGITS || !/^[0-9a-f]+$/.test(digits)) return []
  const where = sql`t.id >= ${digits.padEnd(DIGITS, '0')}::uuid and t.id <= ${digits.padEnd(DIGITS, 'f')}::uuid`
  const match = digits.length === DIGITS ? 'exact' : 'prefix'
  return [{ match, where, by: sql`t.id`, order: 'desc', atOnce: true }]
}
