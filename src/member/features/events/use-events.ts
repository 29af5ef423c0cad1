import { useQuery } from '@tanstack/react-query'
import { client } from '#member/core/client.ts'

const readEvents = async () => (await client.memberEvents.list()).result

/** The events that can be signed up for, and the own sign-ups. */
export const useEvents = () => useQuery({ queryKey: ['events'], queryFn: readEvents })
export type MemberEventList = Awaited<ReturnType<typeof readEvents>>
