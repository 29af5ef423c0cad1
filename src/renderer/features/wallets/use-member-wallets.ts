import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'

/** The current wallets and projects of a member. */
export const useMemberWallets = (userId: string) =>
  useQuery({
    queryKey: ['memberWallets', userId],
    queryFn: async () => {
      const [member, projects] = await Promise.all([
        client.members.searchMemberById({ query: { id: userId } }),
        client.userProjects.listByUser({ query: { userId } }),
      ])
      return { member: member.result, projects: projects.result }
    },
    gcTime: 0,
  })

/** Refreshes all queries that show members. */
export async function refreshMembers(): Promise<void> {
  await Promise.all(['crud', 'memberWallets'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
