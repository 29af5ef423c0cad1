import type { QueryClient } from '@tanstack/react-query'

/**
 * Answers what makes everything shown under a name new. What is being read because of one push is never given up for the next, or a
 * screen of a busy venue would go on asking and show nothing; it is read once more afterwards, however many pushes came meanwhile.
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
