import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { memberNames } from '#server/features/members/index.ts'
import type { FieldType } from '#shared/features/online-forms/online-form.schema.ts'

interface Reference {
  type: FieldType
  value: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Names of records by their ids, of those that the scope shows. */
type Finder = (trx: Transaction, ids: readonly string[]) => Promise<Map<string, string>>

const named = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))

const finders: Partial<Record<FieldType, Finder>> = {
  member: async (trx, ids) => {
    const nameOf = await memberNames(trx, ids)
    const found = await trx.selectFrom('member').select('id').where('id', 'in', ids).execute()
    return new Map(found.map(({ id }) => [id, nameOf(id)]))
  },
  vehicle: async (trx, ids) => {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from vehicle
      where id = any(${ids.filter((id) => UUID.test(id))}::uuid[])`.execute(trx)
    return named(rows)
  },
  user: async (trx, ids) => {
    const { rows } = await sql<{
      id: string
      name: string
    }>`select u.username as id, u.realname as name from user_account u
      where u.username = any(${ids}::text[]) and exists (
        select from user_store us join store s on s.id = us.store_id where us.user_id = u.id)`.execute(trx)
    return named(rows)
  },
  store: async (trx, ids) =>
    named(await trx.selectFrom('store').select(['orgCode as id', 'name']).where('orgCode', 'in', ids).execute()),
}

async function find(trx: Transaction, references: readonly Reference[]): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const [type, finder] of Object.entries(finders)) {
    const ids = [...new Set(references.filter((one) => one.type === type).map(({ value }) => value))]
    if (ids.length === 0) continue
    for (const [id, name] of await finder(trx, ids)) all.set(`${type} ${id}`, name)
  }
  return all
}

const isReference = ({ type }: Reference): boolean => Object.hasOwn(finders, type)

/** References to records that the scope does not show, as `<type> <id>`. */
export async function missingRecords(trx: Transaction, references: readonly Reference[]): Promise<Set<string>> {
  const known = await find(trx, references)
  return new Set(
    references
      .filter(isReference)
      .map(({ type, value }) => `${type} ${value}`)
      .filter((one) => !known.has(one)),
  )
}

/** A function that returns the name of a referenced record; undefined for other types, and for records out of the scope. */
export async function referenceNames(
  trx: Transaction,
  references: readonly Reference[],
): Promise<(type: FieldType, value: string) => string | undefined> {
  const known = await find(trx, references.filter(isReference))
  return (type, value) => known.get(`${type} ${value}`) || undefined
}
