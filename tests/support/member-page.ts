import { randomBytes } from 'node:crypto'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { TestServer } from './server.ts'
import { STORE, type Venue } from './venue/venue.ts'

const MONTH_MS = 30 * 86_400_000

/** A member with a session on the member page, without a code: these are limited per address. */
export async function memberOnPage(server: TestServer, venue: Venue, memberId: string, orgCode = STORE) {
  const token = randomBytes(32).toString('base64url')
  const createdAt = server.clock.now()
  await venue.inEveryStore((trx) =>
    trx
      .insertInto('memberSession')
      .values({
        tokenHash: hashOf(token),
        orgCode,
        memberId,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + MONTH_MS),
        address: '127.0.0.1',
        agent: 'test',
      })
      .execute(),
  )
  return { id: memberId, token, client: server.client(token) }
}

/** The code that was last sent to a phone; empty if none was. */
export async function codeSentTo(venue: Venue, phone: string): Promise<string> {
  const [sent] = await venue.inEveryStore((trx) =>
    trx
      .selectFrom('smsOutbox')
      .select('text')
      .where('phone', '=', phone)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .execute(),
  )
  return /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
}
