import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD, demoStores, demoUsers } from '#server/db/seed/access.ts'
import type { Api } from '#shared/api.ts'
import type { Client } from '#shared/core/client.ts'
import { newId } from '#shared/core/id.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import type { Venue } from '#tests/support/venue/venue.ts'

const { server, venue, manager } = await testVenue(['manager'])

/** A cashier with a password for taking over a counter; the other one has none. */
const withPassword = demoUsers.cashier2.id
const without = demoUsers.cashier.id

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

const change = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows)

beforeEach(() => change('delete from login_guard'))

/** Charges a new order and returns its cashier. */
async function charge(by: Client<Api>, cashierId?: string): Promise<string | null> {
  const member = await venue.member({ balance: 10_000 })
  const rule = await venue.rule({ price: 100 })
  const { id: vehicleId } = await venue.vehicle()
  const [id, key] = [newId(), newId()]
  await manager.playBeforePay.add({
    body: venue.start({ vehicleId, ruleId: rule.id, userId: member, cashierId: without }),
    key: id,
  })
  const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', cashierId } as const
  await by.playBeforePay.settle({ body, key })
  return ((await venue.rows('consumeOrder').where('id', key))[0]?.cashierId ?? null) as string | null
}

const check = (by: Client<Api>, cashierId: string, password = '') =>
  by.consume.checkCashier({ body: { cashierId, password } }).then(({ result }) => result)

describe('the cashier of an order', () => {
  it('is left empty, or chosen freely if that user has no password', async () => {
    expect(await charge(manager)).toBeNull()
    expect(await check(manager, without)).toBe(true)
    expect(await charge(manager, without)).toBe(without)
  })

  it('is accepted after the password was entered, for that sign-in, for a day', async () => {
    expect(await codeOf(charge(manager, withPassword))).toBe('sessions.cashierUnproven')
    expect(await check(manager, withPassword, 'wrong')).toBe(false)
    expect(await codeOf(charge(manager, withPassword))).toBe('sessions.cashierUnproven')
    expect(await check(manager, withPassword, DEMO_PASSWORD)).toBe(true)
    expect(await charge(manager, withPassword)).toBe(withPassword)
    const again = await server.signIn('manager', 'A01A01')
    expect(await codeOf(charge(again, withPassword))).toBe('sessions.cashierUnproven')
    server.clock.advance(12 * 3_600_000 + 1000)
    expect(await codeOf(charge(manager, withPassword))).toBe('sessions.cashierUnproven')
  })

  it('is accepted only at the terminal where the password was entered', async () => {
    const now = () => server.clock.now().getTime()
    const [here, there] = [
      await enrolledTerminal(server, manager, { now }),
      await enrolledTerminal(server, manager, { now }),
    ]
    expect(await check(here.with(manager), withPassword, DEMO_PASSWORD)).toBe(true)
    const chargeAt = async (by: Client<Api>) => codeOf(charge(by, withPassword))
    expect(await chargeAt(there.with(manager))).toBe('sessions.cashierUnproven')
    expect(await chargeAt(manager)).toBe('sessions.cashierUnproven')
    expect(await charge(here.with(manager), withPassword)).toBe(withPassword)
  })

  it('may be the signed-in user', async () => {
    const herself = await server.signIn('cashier2')
    expect(await charge(herself, withPassword)).toBe(withPassword)
  })

  it('is a user of the store who is not frozen or deleted and has a cashier’s identity', async () => {
    const strangers = [demoUsers.hq.id, demoUsers.partner.id, demoUsers.manager2.id, newId()]
    for (const id of strangers) {
      expect(await codeOf(charge(manager, id))).toBe('sessions.cashierUnknown')
      expect(await codeOf(check(manager, id, DEMO_PASSWORD))).toBe('sessions.cashierUnknown')
    }
    for (const [gone, back] of [
      ['status = 2', 'status = 1'],
      ['deleted_at = now()', 'deleted_at = null'],
    ]) {
      await change(`update user_account set ${gone} where id = $1`, [without])
      expect(await codeOf(charge(manager, without))).toBe('sessions.cashierUnknown')
      const { records } = (await manager.consume.listCashiers({ query: { pageSize: 100 } })).result
      expect(records.map(({ id }) => id)).not.toContain(without)
      await change(`update user_account set ${back} where id = $1`, [without])
    }
  })

  it('must be named if the store requires it', async () => {
    const admin = await server.signIn('admin')
    const setting = (cashierRequired: 'YES' | 'NO') =>
      admin.departs.edit({ body: { id: demoStores.A01A01.id, cashierRequired } })
    await setting('YES')
    expect((await manager.consume.getDepartInfo()).result.cashierRequired).toBe('YES')
    expect(await codeOf(charge(manager))).toBe('sessions.cashierRequired')
    expect(await charge(manager, without)).toBe(without)
    await setting('NO')
    expect(await charge(manager)).toBeNull()
  })
})

describe('the cashier of a start', () => {
  const start = async (by: Client<Api>, given: Partial<Parameters<Venue['start']>[0]> = {}) => {
    const rule = await venue.rule({ price: 100 })
    const { id: vehicleId } = await venue.vehicle()
    const id = newId()
    const body = venue.start({ vehicleId, ruleId: rule.id, ...given })
    const { ticket } = (await by.playBeforePay.add({ body, key: id })).result
    const [row] = await venue.rows('playRecord').where('id', id)
    return { cashier: row?.cashierId ?? null, onPaper: ticket.cashier }
  }

  it('is that of its orders, proven or left empty; the ticket shows it', async () => {
    const by = await server.signIn('manager', 'A01A01')
    expect(await start(by)).toEqual({ cashier: null, onPaper: demoUsers.manager.realname })
    expect(await start(by, { cashierId: without })).toEqual({
      cashier: without,
      onPaper: demoUsers.cashier.realname,
    })
    expect(await codeOf(start(by, { cashierId: withPassword }))).toBe('sessions.cashierUnproven')
    expect(await codeOf(start(by, { cashierId: 'nobody' }))).toBe('sessions.cashierUnknown')
    expect(await codeOf(start(by, { cashierId: demoUsers.manager2.id }))).toBe('sessions.cashierUnknown')
    await check(by, withPassword, DEMO_PASSWORD)
    expect((await start(by, { cashierId: withPassword })).cashier).toBe(withPassword)
    // The name of a terminal without a key proves nothing; the proof belongs to the sign-in.
    const named = newId()
    await by.terminals.register({ body: { id: named, name: '前台', prefix: 'N1' } })
    expect((await start(by, { cashierId: withPassword, terminalId: named })).cashier).toBe(withPassword)
  })

  it('must be named if the store requires it, but never blocks a start that has already happened', async () => {
    const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
    const here = terminal.with(manager)
    const offline = { offline: true, terminalId: terminal.id, startedAt: server.clock.now().toISOString() }
    await change("update store set cashier_required = 'YES' where org_code = 'A01A01'")
    try {
      expect(await codeOf(start(manager))).toBe('sessions.cashierRequired')
      expect((await start(manager, { cashierId: without })).cashier).toBe(without)
      expect((await start(here, offline)).cashier).toBeNull()
    } finally {
      await change("update store set cashier_required = 'NO' where org_code = 'A01A01'")
    }
    // The terminal has checked the password; a user who is no cashier there is left out.
    expect((await start(here, { ...offline, cashierId: withPassword })).cashier).toBe(withPassword)
    for (const cashierId of [demoUsers.manager2.id, demoUsers.partner.id, newId(), 'nobody'])
      expect((await start(here, { ...offline, cashierId })).cashier).toBeNull()
  })
})

describe('the badge of a cashier', () => {
  const swipe = (by: Client<Api>, badge: string) =>
    by.consume.checkCashier({ body: { cashierId: withPassword, badge } }).then(({ result }) => result)
  const set = (cashierByBadge: 'YES' | 'NO') =>
    manager.storeSettings.edit({ body: { orgCode: 'A01A01', cashierByBadge } })

  it('is sufficient if the store allows it, at an enrolled terminal only', async () => {
    await change("update user_account set work_no = 'PB0042' where id = $1", [withPassword])
    const by = await server.signIn('manager', 'A01A01')
    const terminal = await enrolledTerminal(server, by, { now: () => server.clock.now().getTime() })
    const here = terminal.with(by)
    expect(await codeOf(swipe(here, 'PB0042'))).toBe('cashiers.badgeAlone')
    await set('YES')
    expect(await codeOf(swipe(by, 'PB0042'))).toBe('cashiers.badgeAlone')
    expect(await swipe(here, 'PB0043')).toBe(false)
    expect(await codeOf(charge(here, withPassword))).toBe('sessions.cashierUnproven')
    expect(await swipe(here, 'pb0042')).toBe(true)
    expect(await charge(here, withPassword)).toBe(withPassword)
    await change("update user_account set work_no = '' where id = $1", [withPassword])
    expect(await swipe(here, 'PB0042')).toBe(false)
    await set('NO')
  })

  it('has the same limit of attempts as a password', async () => {
    await set('YES')
    const by = await server.signIn('manager', 'A01A01')
    const here = (await enrolledTerminal(server, by, { now: () => server.clock.now().getTime() })).with(by)
    const burst = Array.from({ length: 30 }, (_, count) =>
      swipe(here, `PB${count}`).catch(({ code }) => code as string),
    )
    const answers = await Promise.all(burst)
    expect(answers.filter((answer) => answer === false).length).toBeLessThanOrEqual(6)
    expect(answers).toContain('auth.lockedOut')
    await set('NO')
  })
})

describe('the password of a cashier', () => {
  it('is checked only a few times in a burst of guesses, and each refused one is in the audit trail', async () => {
    const answers = await server.clock.stopDuring(() =>
      Promise.all(
        Array.from({ length: 200 }, (_, count) =>
          check(manager, withPassword, String(count)).catch(({ code }) => code as string),
        ),
      ),
    )
    expect(answers.filter((answer) => answer === false).length).toBeLessThanOrEqual(6)
    expect(answers.filter((answer) => answer === 'auth.lockedOut').length).toBeGreaterThanOrEqual(194)
    expect(await codeOf(check(manager, withPassword, DEMO_PASSWORD))).toBe('auth.lockedOut')
    const trail = await change("select from audit_entry where record_id = $1 and after ->> 'refused' is not null", [
      withPassword,
    ])
    expect(trail.length).toBeGreaterThanOrEqual(5)
  })

  it('is set by the user, and removed by a manager of the store', async () => {
    const coach = await server.signIn('coach')
    const set = (oldpassword: string, password: string) =>
      coach.account.changeCashierPassword({ body: { oldpassword, password, confirmpassword: password } })
    expect(await codeOf(set('wrong', 'Kasse-2026'))).toBe('account.oldPasswordWrong')
    await set(DEMO_PASSWORD, 'Kasse-2026')
    expect((await coach.account.profile()).result.hasCashierPassword).toBe(true)
    expect(await codeOf(charge(manager, demoUsers.coach.id))).toBe('sessions.cashierUnproven')
    expect(await check(manager, demoUsers.coach.id, 'Kasse-2026')).toBe(true)
    expect(await charge(manager, demoUsers.coach.id)).toBe(demoUsers.coach.id)
    await set('Kasse-2026', 'Kasse-2027')
    // A new password ends the proofs of the old one.
    expect(await codeOf(charge(manager, demoUsers.coach.id))).toBe('sessions.cashierUnproven')
    const reset = { body: { username: 'coach', secret: 'cashier' } } as const
    expect(await codeOf((await server.signIn('cashier')).users.resetSecret(reset))).toBe('auth.forbidden')
    expect(await codeOf((await server.signIn('manager2')).users.resetSecret(reset))).toBe('common.recordNotFound')
    await manager.users.resetSecret(reset)
    expect((await coach.account.profile()).result.hasCashierPassword).toBe(false)
    expect(await charge(manager, demoUsers.coach.id)).toBe(demoUsers.coach.id)
    expect(JSON.stringify((await manager.consume.listCashiers({ query: {} })).result)).not.toMatch(/hash|argon/i)
  })
})
