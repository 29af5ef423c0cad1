import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'

/** The jobs that this version of the server can schedule. */
export function useJobNames() {
  const { locale } = useText()
  const { data = [] } = useQuery({
    queryKey: ['jobNames', locale],
    queryFn: async () => (await client.scheduledJobs.names()).result,
  })
  return data.map(({ value, text }) => ({ value, label: text }))
}
