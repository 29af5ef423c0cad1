import type { Api } from '#shared/contracts.ts'
import type { Client } from '#shared/core/client.ts'
import type { Contract } from '#shared/core/route.ts'
import { remedied } from './remedies.ts'

export type ApiName = keyof Api
type LooseGroup = Record<string, (input?: unknown) => Promise<unknown>>

interface Group {
  contract: Contract
  calls: LooseGroup
}

const loaded = new Map<string, Group>()
const loading = new Map<string, Promise<Group>>()

async function load(name: ApiName): Promise<Group> {
  const [{ callsOf }, { contracts }] = await Promise.all([
    import('#renderer/core/http/calls.ts'),
    import('#shared/contracts.ts'),
  ])
  const contract: Contract = await contracts[name]()
  return { contract, calls: callsOf(contract) }
}

/** Loads a resource's calls, with the first screen that needs them: the sign-in form starts without any. */
export function loadCalls(name: ApiName): Promise<Group> {
  const begun = loading.get(name)
  if (begun) return begun
  const group = load(name)
  loading.set(name, group)
  group.then(
    (found) => loaded.set(name, found),
    // Do not cache a failure.
    () => loading.delete(name),
  )
  return group
}

/** The contract of a resource, or undefined until its calls are loaded. */
export const loadedContract = (name: ApiName): Contract | undefined => loaded.get(name)?.contract

const lateGroup = (group: ApiName): LooseGroup =>
  new Proxy<LooseGroup>(
    {},
    {
      get: (_, call) => async (input?: unknown) => {
        const found = (await loadCalls(group)).calls[String(call)]
        if (!found) throw new Error(`no call ${group}.${String(call)}`)
        return remedied(() => found(input))
      },
    },
  )

/** The server's calls, typed by their contracts. */
// The proxy loads each group by name; the cast gives it the types of the contracts.
export const client = new Proxy<Record<string, unknown>>(
  {},
  { get: (_, group) => lateGroup(String(group) as ApiName) },
) as Client<Api>
