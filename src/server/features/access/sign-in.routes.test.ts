import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('signing in', () => {
  it('gives a cashier of one store a token for that store', async () => {
    const cashier = await server.signIn('cashier')
    expect(cashier.user).toMatchObject({ username: 'cashier', identity: '3', orgCode: 'A01A01' })
    expect(cashier.user).not.toHaveProperty('passwordHash')
    const { result } = await cashier.access.permissions()
    expect(result.menu.map(({ path }) => path)).toContain('/counter')
    expect(result.auth.map(({ action }) => action)).toContain('playbeforepay:add')
  })
})
