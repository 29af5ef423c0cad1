import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'

/** What the signed-in person may see and change about themselves. */
export const useProfile = () =>
  useQuery({ queryKey: ['profile'], queryFn: async () => (await client.account.profile()).result })
