import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { currentMember } from './merged-members.repository.ts'

type MemberRow = Selectable<Tables['member']>

/** What a visitor is found by; each must match exactly. */
interface Exactly {
  id?: string
  card?: string
  phone?: string
}

/** The members of the other stores of a chain who may ride at a store, by number, card or phone. */
export async function findVisitors(trx: Transaction, orgCode: string, by: Exactly): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select * from visitors(${orgCode}, ${by.id ?? null}, ${by.card ?? null}, ${by.phone ?? null})`.execute(trx)
  return rows
}

/** The member of another store of the chain with this number; null where there is none or more than one. */
async function visitorByNumber(trx: Transaction, orgCode: string, id: string): Promise<MemberRow | null> {
  const [visitor, ...others] = await findVisitors(trx, orgCode, { id })
  return visitor && others.length === 0 ? visitor : null
}

/** Whom a charge at a store takes value from: its member with this number, or a visitor. */
export async function payerAt(trx: Transaction, orgCode: string, id: string): Promise<MemberRow | null> {
  const own = await currentMember(trx, id)
  return own?.orgCode === orgCode ? own : visitorByNumber(trx, orgCode, id)
}

/** Throws why a store has no member with this number: `members.elsewhere` for a visitor, else `members.notFound`. */
export async function refuseMissingMember(trx: Transaction, orgCode: string, id: string): Promise<never> {
  await sql`select refuse_missing_member(${orgCode}, ${id})`.execute(trx)
  throw new AppError('members.notFound', { field: 'userId' })
}
