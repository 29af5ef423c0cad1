import { type RawBuilder, sql } from 'kysely'
import { listConditions } from '#server/core/lists/list.ts'
import type { BoundRule, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Fields } from '#shared/core/crud.ts'
import { fieldNamed } from '#shared/core/route.ts'
import { toWireTime } from '#shared/core/time.ts'

const rules: Record<string, string> = {
  '>': 'gt',
  '<': 'lt',
  '!=': 'ne',
  '=': 'eq',
  '>=': 'ge',
  '<=': 'le',
  LIKE: 'like',
  LEFT_LIKE: 'left_like',
  RIGHT_LIKE: 'right_like',
  IN: 'in',
}

/** A list that data rules may narrow: the permissions that they belong to, and its fields with their columns (camelCase) or values. */
export interface RuledList {
  permissions: readonly string[]
  fields: Fields
  columnOf: (field: string) => string | RawBuilder<unknown>
}

/**
 * The conditions that a user's data rules put on a list (`api-family 3`); all of them must hold. Fields come from the list's
 * allow-list and values are parameters. A rule that cannot be parsed matches no row.
 */
export async function dataRules(
  trx: Transaction,
  user: SignedIn,
  list: RuledList,
  now: Date,
): Promise<RawBuilder<unknown>[]> {
  const bound = user.rules.filter(({ permissionId }) => list.permissions.includes(permissionId))
  if (bound.length === 0) return []
  const stores = bound.some(({ value }) => value.includes('#{sys_multi_org_code}')) ? await storesOf(trx, user) : ''
  return bound.flatMap((rule) => condition(rule, list, variables(user, stores, now)))
}

function condition(rule: BoundRule, list: RuledList, values: Record<string, string>): RawBuilder<unknown>[] {
  const val = rule.value.replace(/#\{(\w+)\}/g, (_, name: string) => values[name] ?? '').trim()
  const name = rules[rule.condition]
  if (val === '' || !name || !Object.hasOwn(list.fields, fieldNamed(Object.keys(list.fields), rule.column)))
    return [sql`false`]
  const superQueryParams = JSON.stringify([{ field: rule.column, rule: name, val }])
  return listConditions(list.fields, { superQueryParams }, list.columnOf)
}

const variables = (user: SignedIn, stores: string, now: Date): Record<string, string> => ({
  sys_user_code: user.username,
  // Unlike the API family, not the real name: users may change theirs, and two users may share one.
  sys_user_name: user.username,
  sys_org_code: user.orgCode,
  sys_multi_org_code: stores,
  sys_date: toWireTime(now).slice(0, 10),
  sys_time: toWireTime(now),
})

async function storesOf(trx: Transaction, { id }: SignedIn): Promise<string> {
  const rows = await trx
    .selectFrom('store')
    .innerJoin('userStore', 'userStore.storeId', 'store.id')
    .select('orgCode')
    .where('userStore.userId', '=', id)
    .execute()
  return rows.map(({ orgCode }) => orgCode).join(',')
}
