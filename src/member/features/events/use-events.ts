import { useQuery } from '@tanstack/react-query'
import { client } from '#member/core/client.ts'
import { endAttempt } from '#member/core/pending-key.ts'

/** The name of the attempt to sign up for an event. */
export const signUpTo = (eventId: string): string => `event.${eventId}`

/** A sign-up that is read ends the attempt that made it: the next is another sign-up. */
async function readEvents() {
  const { result } = await client.memberEvents.list()
  for (const { id, eventId } of result.signUps) endAttempt(signUpTo(eventId), id)
  return result
}

/** The events that can be signed up for, and the own sign-ups. */
export const useEvents = () => useQuery({ queryKey: ['events'], queryFn: readEvents })
export type MemberEventList = Awaited<ReturnType<typeof readEvents>>
