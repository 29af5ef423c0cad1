import { openKiosk } from '#tests/support/kiosks.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { NamedCall } from './calls.ts'

/** Credentials of each call: a kiosk's key where only devices may call it, else an administrator's token. */
export async function callersOf(server: TestServer): Promise<(call: NamedCall) => string> {
  const { token } = await server.signIn('admin')
  const { key } = await openKiosk(server, await server.signIn('manager', 'A01A01'))
  return ({ route }) => (route.access === 'device' ? key : token)
}
