import { client } from '#renderer/core/client.ts'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { AppError } from '#shared/core/errors.ts'

/** The initial values of the user form. */
export async function userValuesOf(row: RowOf<'users'> | null): Promise<Values> {
  if (row === null) return { identity: '3', selectedroles: [], selecteddeparts: await onlyStore() }
  const { id, departIds, sex } = row
  return {
    selectedroles: await rolesOf(id),
    selecteddeparts: departIds.split(',').filter(Boolean),
    sex: sex === null ? undefined : String(sex),
  }
}

/** Preselects the store where there is only one. */
export async function onlyStore(): Promise<string[]> {
  const [top, ...others] = (await client.departs.queryIdTree2()).result
  const isOnly = top !== undefined && others.length === 0 && (top.children ?? []).length === 0
  return isOnly ? [top.key] : []
}

/** The API answers with an error where a user has no role. */
async function rolesOf(userid: string): Promise<string[]> {
  try {
    return (await client.users.queryUserRole({ query: { userid } })).result
  } catch (error) {
    if (error instanceof AppError && error.code === 'users.noRoles') return []
    throw error
  }
}

/** The request body: roles and stores joined by commas; the username only for a new user. */
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
