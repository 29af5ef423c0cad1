import { client } from '#member/core/client.ts'
import { endAttempt, underKey } from '#member/core/pending-key.ts'
import type { MemberBooking } from '#shared/features/member-page/member-bookings.contract.ts'

interface Wanted {
  sessionId: string
  people: number
}

const NAME = 'book'

/** The member's bookings. One that is read ends the attempt that made it: the next is another booking. */
export async function readBookings(): Promise<MemberBooking[]> {
  const { result } = await client.memberBookings.bookings()
  for (const { id } of result) endAttempt(NAME, id)
  return result
}

/** @param sent is told the key, which becomes the id of the booking */
export const book = (wanted: Wanted, sent: (key: string) => void) =>
  underKey(NAME, wanted, (key) => {
    sent(key)
    return client.memberBookings.book({ body: wanted, key })
  })

export async function cancelBooking(id: string) {
  const answer = await underKey(`cancel.${id}`, { id }, (key) => client.memberBookings.cancel({ body: { id }, key }))
  endAttempt(NAME, id)
  return answer
}
