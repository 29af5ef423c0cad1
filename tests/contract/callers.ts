import type { Access } from '#shared/core/route.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import type { TestServer } from '#tests/support/server.ts'
import { openKiosk } from '#tests/support/venue/kiosks.ts'
import { venueOf } from '#tests/support/venue/venue.ts'
import type { NamedCall } from './calls.ts'

/** Credentials of each call: a kiosk's key or a member's token where only these may call it, else an administrator's token. */
export async function callersOf(server: TestServer): Promise<(call: NamedCall) => string> {
  const { token } = await server.signIn('admin')
  const { key } = await openKiosk(server, await server.signIn('manager', 'A01A01'))
  const venue = venueOf(server)
  const member = await memberOnPage(server, venue, await venue.member({ balance: 100_000 }))
  const others: Partial<Record<Access, string>> = { device: key, member: member.token }
  return ({ route }) => others[route.access] ?? token
}
