import { openKiosk } from '#tests/support/kiosks.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { NamedCall } from './calls.ts'

/** By what each call is asked: the key of a kiosk where only devices may ask it, else the token of an administrator. */
export async function callersOf(server: TestServer): Promise<(call: NamedCall) => string> {
  const { token } = await server.signIn('admin')
  const { key } = await openKiosk(server, await server.signIn('manager', 'A01A01'))
  return ({ route }) => (route.access === 'device' ? key : token)
}
