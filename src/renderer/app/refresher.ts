import type { QueryClient } from '@tanstack/react-query'

/**
 * Returns a function that refetches all active queries of a name. A read for one push is never cancelled for the next, or a
 * busy venue's screen would keep reading and show nothing. However many pushes arrive meanwhile, one more read follows.
 */
export function createRefresher(queries: QueryClient): (name: string) => Promise<void> {
  const going = new Set<string>()
  const again = new Set<string>()
  return async (name) => {
    if (going.has(name)) {
      again.add(name)
      return
    }
    going.add(name)
    try {
      do {
        again.delete(name)
        await queries.invalidateQueries({ queryKey: [name] })
      } while (again.has(name))
    } finally {
      going.delete(name)
    }
  }
}
