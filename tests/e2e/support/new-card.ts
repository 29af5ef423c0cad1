import type { VenueServer } from './built-server.ts'

let last = 6_100_000

/**
 * Gives a member a card that nobody has swiped yet, and answers its number. The same card within 1.2 s of its last read is taken for
 * a repeat of the reader: whether one that was swiped before counts again would depend on how fast the machine is.
 */
export async function newCard({ query }: VenueServer, memberId: string): Promise<string> {
  last += 1
  const card = String(last).padStart(10, '0')
  await query('update member set physical_card = $1 where id = $2', [card, memberId])
  return card
}
