import type { Api } from '#shared/contracts.ts'
import type { Client } from '#shared/core/client.ts'
import type { ServerError } from '#shared/core/errors.ts'
import type { Contract } from '#shared/core/route.ts'
import { createEmitter } from './emitter.ts'
import { remedied } from './remedies.ts'

/** Every refused request; what concerns the whole program (spec §8) is reported from here. */
export const refusals = createEmitter<ServerError>()

export type ApiName = keyof Api
type LooseGroup = Record<string, (input?: unknown) => Promise<unknown>>

interface Group {
  contract: Contract
  calls: LooseGroup
}

const loaded = new Map<string, Group>()
const loading = new Map<string, Promise<Group>>()

async function load(name: ApiName): Promise<Group> {
  const [{ callsOf }, { contracts }] = await Promise.all([import('./calls.ts'), import('#shared/contracts.ts')])
  const contract: Contract = await contracts[name]()
  return { contract, calls: callsOf(contract) }
}

/** A resource's calls, each fetched with the first screen that makes one: the sign-in form begins without any. */
export function loadCalls(name: ApiName): Promise<Group> {
  const begun = loading.get(name)
  if (begun) return begun
  const group = load(name)
  loading.set(name, group)
  group.then(
    (found) => loaded.set(name, found),
    // A failure is not worth remembering.
    () => loading.delete(name),
  )
  return group
}

/** The contract of a resource, once its calls are there. */
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
// Each group answers by the names of its contract, which the compiler knows and the proxy does not.
export const client = new Proxy<Record<string, unknown>>(
  {},
  { get: (_, group) => lateGroup(String(group) as ApiName) },
) as unknown as Client<Api>
