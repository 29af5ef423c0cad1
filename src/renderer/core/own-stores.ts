import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { useSession } from './session.ts'

/** A store that the user sees, with its name. */
interface OwnStore {
  code: string
  name: string
}

const placeOf = ({ orgCode, departName }: { orgCode: string; departName: string }) => ({
  code: orgCode,
  name: departName,
})

/** The stores that the user sees, and the chains above them. */
function usePlaces(isWanted: boolean): { stores: OwnStore[]; chains: OwnStore[] } {
  const departs = useQuery({
    queryKey: ['currentDeparts'],
    queryFn: async () => (await client.signIn.currentDeparts()).result,
    enabled: isWanted,
  })
  const scope = departs.data?.scope ?? []
  const isAbove = (code: string) => scope.some(({ orgCode }) => orgCode !== code && orgCode.startsWith(code))
  return {
    stores: scope.filter(({ orgCode }) => !isAbove(orgCode)).map(placeOf),
    chains: scope.filter(({ orgCode }) => isAbove(orgCode)).map(placeOf),
  }
}

/** The stores that the user sees; a single one is not listed. A chain has no counter and thus no rows of its own. */
export function useOwnStores(isWanted = true): readonly OwnStore[] {
  const { stores } = usePlaces(isWanted)
  return stores.length < 2 ? [] : stores
}

/** The chains that the user sees. */
export const useOwnChains = (): readonly OwnStore[] => usePlaces(true).chains

/** Returns a function from a store's code to its name, for lists that have only the code. */
export function useStoreName(): (code: string) => string {
  const { stores, chains } = usePlaces(true)
  return (code) => [...stores, ...chains].find((org) => org.code === code)?.name ?? code
}

/** The stores to filter figures and lists by: only headquarters and above may (spec §2); the server ignores it for others. */
export function useChoosableStores(): readonly OwnStore[] {
  const identity = useSession(({ session }) => session?.userInfo.identity)
  const mayChoose = identity === '0' || identity === '-1'
  const stores = useOwnStores(mayChoose)
  return mayChoose ? stores : []
}

/**
 * The names of the stores that figures cover: all visible from the current store, or the selected one. Empty
 * where the user sees a single store, which the header names. Identity -1 sees every store from any store.
 */
export function useCoveredStores(chosen?: string, isWanted = true): readonly string[] {
  const stores = useOwnStores(isWanted)
  const covered = chosen === undefined ? stores : stores.filter(({ code }) => code === chosen)
  return covered.map(({ name }) => name)
}
