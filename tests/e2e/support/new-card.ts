import type { VenueServer } from './built-server.ts'

let last = 6_100_000

/**
 * Gives a member an unused card and returns its number. The same card within 1.2 s counts as a repeat of the reader, so
 * a used card would make the test depend on the machine's speed.
 */
export async function newCard({ query }: VenueServer, memberId: string): Promise<string> {
  last += 1
  const card = String(last).padStart(10, '0')
  await query('update member set physical_card = $1 where id = $2', [card, memberId])
  return card
}
