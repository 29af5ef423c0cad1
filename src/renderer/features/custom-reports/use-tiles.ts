import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'

/** The reports on the user's home page, and how to change them. */
export function useTiles() {
  const { locale } = useText()
  const queries = useQueryClient()
  const tiles = useQuery({
    queryKey: ['customReports', 'tiles', locale],
    queryFn: async () => (await client.customReports.tiles()).result,
  })
  const shown = tiles.data ?? []
  return {
    tiles: shown,
    /** Whether they are loaded; before that it is unknown whether a report is added or removed. */
    isKnown: tiles.isSuccess,
    has: (id: string) => shown.some((one) => one.id === id),
    /** Adds a report at the end, or removes it. */
    async toggle(id: string): Promise<void> {
      await client.customReports.setTile({ body: { id, onHome: shown.some((one) => one.id === id) ? 'NO' : 'YES' } })
      await queries.invalidateQueries({ queryKey: ['customReports', 'tiles'] })
    },
  }
}
