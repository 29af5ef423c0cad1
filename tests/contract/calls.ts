import { api } from '#shared/api.ts'
import type { Method, Route } from '#shared/core/route.ts'
import { slicesOfGroups } from '#tests/support/runner/slices-of-groups.ts'

export interface NamedCall {
  /** Such as `positions.edit`. */
  name: string
  group: keyof typeof api
  /** The slice that has its contract, as a list of one. */
  slices: string[]
  route: Route
}

const slices = slicesOfGroups()

/** A group whose slice is unknown would never be tried with every case. */
function sliceOf(group: string): string {
  const slice = slices.get(group)
  if (slice === undefined)
    throw new Error(`tests/support/runner/slices-of-groups.ts does not find the slice of ${group}`)
  return slice
}

/** Every call of the API; tests of all calls loop over these. */
export const calls: NamedCall[] = Object.entries(api).flatMap(([group, contract]) =>
  Object.entries(contract).map(([name, route]) => ({
    name: `${group}.${name}`,
    group: group as keyof typeof api,
    slices: [sliceOf(group)],
    route: route as Route,
  })),
)

export const methodsOf = ({ method }: Route): readonly Method[] => [method].flat() as Method[]

/** Whether a field identifies a row instead of setting a value. */
export const isKey = (name: string): boolean => /^(id|ids|userid|userIdList)$|(Id|Ids)$/.test(name)
