import { client } from '#renderer/core/client.ts'
import type { RowOf, Values } from '#renderer/ui/crud-types.ts'
import { AppError } from '#shared/core/errors.ts'

/** What the form of a user begins with. */
export async function userValuesOf(row: RowOf<'users'> | null): Promise<Values> {
  if (row === null) return { identity: '3', selectedroles: [], selecteddeparts: await onlyStore() }
  const { id, departIds, sex } = row
  return {
    selectedroles: await rolesOf(id),
    selecteddeparts: departIds.split(',').filter(Boolean),
    sex: sex === null ? undefined : String(sex),
  }
}

/** Where there is only one store to work in, nobody has to choose it. */
export async function onlyStore(): Promise<string[]> {
  const [top, ...others] = (await client.departs.queryIdTree2()).result
  const isOnly = top !== undefined && others.length === 0 && (top.children ?? []).length === 0
  return isOnly ? [top.key] : []
}

/** The family answers with a failure where somebody has no role. */
async function rolesOf(userid: string): Promise<string[]> {
  try {
    return (await client.users.queryUserRole({ query: { userid } })).result
  } catch (error) {
    if (error instanceof AppError && error.code === 'users.noRoles') return []
    throw error
  }
}

/** What is sent: roles and stores joined by commas; the account's name of a new user only. */
export const userBodyOf = (
  { username, selectedroles, selecteddeparts, ...values }: Values,
  row: RowOf<'users'> | null,
): Values => ({
  ...values,
  ...(row === null ? { username } : {}),
  selectedroles: joined(selectedroles),
  selecteddeparts: joined(selecteddeparts),
})

const joined = (value: unknown): string => (Array.isArray(value) ? value.join(',') : '')
