import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'

/** The query of the signed-in user's profile. */
export const useProfile = () =>
  useQuery({ queryKey: ['profile'], queryFn: async () => (await client.account.profile()).result })
