import { describe, expect, it } from 'vitest'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal, testTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, manager, cashier } = await testVenue(['manager', 'cashier'])

const secretOf = async (calls: Pick<TestClient, 'terminals'>) => (await calls.terminals.storeSecret()).result.secret

describe('the secret of a store', () => {
  it('is the same for all its terminals on every copy of the server, and differs between stores', async () => {
    const [one, two] = [await enrolledTerminal(server, manager), await enrolledTerminal(server, manager)]
    const secret = await secretOf(one.with(cashier))
    expect(await secretOf(two.with(cashier))).toBe(secret)
    const copy = await server.startCopy()
    const there = await copy.signIn('cashier')
    expect((await copy.client(there.token, undefined, one.sign).terminals.storeSecret()).result).toEqual({
      orgCode: 'A01A01',
      secret,
    })
    await copy.stop()
    const elsewhere = await server.signIn('manager2')
    const foreign = await enrolledTerminal(server, elsewhere)
    expect(await secretOf(foreign.with(elsewhere))).not.toBe(secret)
  })

  it('is returned to enrolled terminals only, for any user', async () => {
    expect(await codeOf(manager.terminals.storeSecret())).toBe('terminals.notEnrolled')
    const unknown = testTerminal(server)
    expect(await codeOf(unknown.with(manager).terminals.storeSecret())).toBe('terminals.notEnrolled')
    const terminal = await enrolledTerminal(server, manager)
    const elsewhere = await server.signIn('manager2')
    expect(await codeOf(terminal.with(elsewhere).terminals.storeSecret())).toBe('terminals.notEnrolled')
    expect(await codeOf(terminal.with(cashier).terminals.storeSecret())).toBe('done')
  })

  it('changes when a terminal is revoked, and that terminal does not receive it', async () => {
    const [stays, goes] = [await enrolledTerminal(server, manager), await enrolledTerminal(server, manager)]
    const before = await secretOf(stays.with(cashier))
    await manager.terminals.revoke({ body: { id: goes.id, sysOrgCode: 'A01A01' } })
    const after = await secretOf(stays.with(cashier))
    expect(after).not.toBe(before)
    expect(await codeOf(goes.with(cashier).terminals.storeSecret())).toMatch(/^terminals\.(revoked|notEnrolled)$/)
    expect(await secretOf(stays.with(cashier))).toBe(after)
  })
})
