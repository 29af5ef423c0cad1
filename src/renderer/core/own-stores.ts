import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { useSession } from './session.ts'

/** A store that one sees, and what it is called. */
interface OwnStore {
  code: string
  name: string
}

/** The stores that one sees, where they are several; a chain itself has no counter, and thus no rows of its own. */
export function useOwnStores(isWanted = true): readonly OwnStore[] {
  const departs = useQuery({
    queryKey: ['currentDeparts'],
    queryFn: async () => (await client.signIn.currentDeparts()).result,
    enabled: isWanted,
  })
  const scope = departs.data?.scope ?? []
  const isAbove = (code: string) => scope.some(({ orgCode }) => orgCode !== code && orgCode.startsWith(code))
  const stores = scope.filter(({ orgCode }) => !isAbove(orgCode))
  return stores.length < 2 ? [] : stores.map(({ orgCode, departName }) => ({ code: orgCode, name: departName }))
}

/** Names a store by its code, for lists that know the code alone. */
export function useStoreName(): (code: string) => string {
  const stores = useOwnStores()
  return (code) => stores.find((store) => store.code === code)?.name ?? code
}

/** The stores that one may narrow figures and lists to: headquarters and above choose (spec §2), for others the server would not hear it. */
export function useChoosableStores(): readonly OwnStore[] {
  const identity = useSession(({ session }) => session?.userInfo.identity)
  const mayChoose = identity === '0' || identity === '-1'
  const stores = useOwnStores(mayChoose)
  return mayChoose ? stores : []
}

/**
 * The stores that figures cover, by their names: all that one sees from the current store, or the one that was chosen among them. Empty
 * where one sees a single store, which the header names. Identity -1 sees every store, whichever it works in.
 */
export function useCoveredStores(chosen?: string, isWanted = true): readonly string[] {
  const stores = useOwnStores(isWanted)
  const covered = chosen === undefined ? stores : stores.filter(({ code }) => code === chosen)
  return covered.map(({ name }) => name)
}
