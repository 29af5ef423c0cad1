import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'

/** The sources that the user may read, with their columns. */
export function useSources() {
  const { locale } = useText()
  const sources = useQuery({
    queryKey: ['customReports', 'sources', locale],
    queryFn: async () => (await client.customReports.sources()).result,
    staleTime: 300_000,
  })
  return {
    ...sources,
    columnOf: (source: string, name: string) =>
      sources.data?.find(({ code }) => code === source)?.columns.find((column) => column.name === name),
  }
}
