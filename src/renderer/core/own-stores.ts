import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

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
