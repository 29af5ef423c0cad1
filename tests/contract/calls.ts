import { api } from '#shared/api.ts'
import type { Method, Route } from '#shared/core/route.ts'

export interface NamedCall {
  /** Such as `positions.edit`. */
  name: string
  group: keyof typeof api
  route: Route
}

/** Every call of the API; tests of all calls loop over these. */
export const calls: NamedCall[] = Object.entries(api).flatMap(([group, contract]) =>
  Object.entries(contract).map(([name, route]) => ({
    name: `${group}.${name}`,
    group: group as keyof typeof api,
    route: route as Route,
  })),
)

export const methodsOf = ({ method }: Route): readonly Method[] => [method].flat() as Method[]

/** Whether a field identifies a row instead of setting a value. */
export const isKey = (name: string): boolean => /^(id|ids|userid|userIdList)$|(Id|Ids)$/.test(name)
