import type { QueryClient } from '@tanstack/react-query'

/**
 * Returns a function that refetches all active queries of a name. A read for one push is never cancelled for the next, or a
 * busy venue's screen would keep reading and show nothing. However many pushes arrive meanwhile, one more read follows.
 *
 * `invalidateQueries` joins the first read of a query, which may have begun before the change, so that one is repeated as well.
 */
export function createRefresher(queries: QueryClient): (name: string) => Promise<void> {
  const going = new Set<string>()
  const again = new Set<string>()
  const isFirstRead = (name: string) =>
    queries
      .getQueryCache()
      .findAll({ queryKey: [name], type: 'active' })
      .some(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
  return async (name) => {
    if (going.has(name)) {
      again.add(name)
      return
    }
    going.add(name)
    try {
      do {
        again.delete(name)
        if (isFirstRead(name)) again.add(name)
        await queries.invalidateQueries({ queryKey: [name] })
      } while (again.has(name))
    } finally {
      going.delete(name)
    }
  }
}
