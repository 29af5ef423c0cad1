import { useQuery } from '@tanstack/react-query'
import { client } from '#member/core/client.ts'

/** The carousel and the announcements of the store. */
export const useNews = () =>
  useQuery({ queryKey: ['news'], queryFn: async () => (await client.memberNews.list()).result })
