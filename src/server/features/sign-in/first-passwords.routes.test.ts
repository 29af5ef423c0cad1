import { describe, expect, it } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { PASSWORD } from '#tests/support/venue/people.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, hq } = await testVenue(['hq'])

const FIRST = 'Erstes-Passwort-1'

let count = 0
type Given = Partial<Parameters<TestClient['users']['addStaff']>[0]['body']>

/** Adds a cashier of A01A01 by the assistant's call, and returns the username. */
async function add(given: Given = {}, by = hq, key = newId()): Promise<string> {
  const username = given.username ?? `neu${++count}`
  const departIds = [demoStores.A01A01.id]
  const body = { role: 'cashier' as const, realname: '新人', username, password: FIRST, departIds, ...given }
  await by.users.addStaff({ body, key })
  return username
}

const login = (username: string, password: string, newPassword?: string) =>
  server.client().signIn.login({ body: { username, password, newPassword } })

describe('staff added by the assistant', () => {
  it.each([
    ['manager', '1'],
    ['coach', '2'],
    ['cashier', '3'],
  ] as const)('as %s has that role and identity %s', async (role, identity) => {
    const username = await add({ role })
    const { result } = await login(username, FIRST, PASSWORD)
    expect(result.userInfo).toMatchObject({ identity, orgCode: 'A01A01' })
    const { id } = result.userInfo
    expect((await hq.users.queryUserRole({ query: { userid: id } })).result).toEqual([role])
  })

  it('needs a store that the caller sees, and a caller who may grant the role', async () => {
    const field = { details: { field: 'departIds' } }
    await expect(add({ departIds: [] })).rejects.toMatchObject({ code: 'common.invalidInput', ...field })
    const beside = await server.signIn('manager2')
    expect(await codeOf(add({}, beside))).toBe('common.recordNotFound')
    expect(await codeOf(add({}, await server.signIn('cashier')))).toBe('auth.forbidden')
  })

  it('is one account, however often the call is repeated', async () => {
    const key = newId()
    const username = await add({ username: 'einmal' }, hq, key)
    await add({ username: 'einmal', password: 'Anderes-Passwort-2' }, hq, key)
    expect((await hq.users.list({ query: { username } })).result.total).toBe(1)
    expect(await codeOf(login(username, FIRST, PASSWORD))).toBe('done')
  })
})

describe('a password set by another user', () => {
  it('gives no access until it is replaced', async () => {
    const username = await add({ phone: '13812345001' })
    await expect(login(username, FIRST)).rejects.toMatchObject({
      code: 'auth.ownPasswordNeeded',
      details: { field: 'newPassword' },
    })
    expect(await codeOf(server.client().signIn.mLogin({ body: { username, password: FIRST } }))).toBe(
      'auth.ownPasswordNeeded',
    )
    expect(await codeOf(login(username, FIRST, FIRST))).toBe('auth.ownPasswordSame')
    expect(await codeOf(login(username, FIRST, 'weak'))).toBe('common.invalidInput')
    const { result } = await login(username, FIRST, PASSWORD)
    const client = server.client(result.token)
    expect(await codeOf(client.signIn.permissions())).toBe('done')
    expect(await codeOf(login(username, FIRST))).toBe('auth.wrongPassword')
    expect(await codeOf(login(username, PASSWORD))).toBe('done')
  })

  it('is replaced by only one of two simultaneous attempts', async () => {
    const username = await add()
    const outcomes = await Promise.all(
      ['Eigenes-Passwort-1', 'Eigenes-Passwort-2'].map((own) => codeOf(login(username, FIRST, own))),
    )
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1)
    expect(outcomes.filter((code) => code === 'auth.wrongPassword')).toHaveLength(1)
  })

  it('cannot be replaced without knowing it', async () => {
    const username = await add()
    expect(await codeOf(login(username, 'Falsch-1-falsch', PASSWORD))).toBe('auth.wrongPassword')
    expect(await codeOf(login(username, FIRST))).toBe('auth.ownPasswordNeeded')
  })

  it('does not affect users who have chosen their password', async () => {
    await login('cashier2', 'pitlane-demo', PASSWORD)
    expect(await codeOf(login('cashier2', 'pitlane-demo'))).toBe('done')
  })
})
