import { expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { chargeCalls } from '#tests/support/venue/charge-calls.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const { ride, together } = chargeCalls(server, venue, cashier)

const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000)
const ending = (endTime: Date | null) => venue.member({ balance: 20_000, endTime })

async function chargeOf(userId: string) {
  const { id: sysDepartConsumeRoleId } = await venue.rule()
  const vehicleId = (await venue.vehicle()).id
  const asked = { consumeType: 'BALANCE', sysDepartConsumeRoleId, vehicleId, userId } as const
  const body = { ...asked, consumeVehicleMode: 'circlemode', racer: '车手' } as const
  return { asked, charge: () => cashier.consume.add({ body, key: newId() }) }
}

it('refuses an expired member everything that a frozen one is refused, until the end is moved', async () => {
  const userId = await ending(inMinutes(-1))
  const { asked, charge } = await chargeOf(userId)
  expect(await codeOf(charge())).toBe('members.ended')
  expect((await cashier.consume.quote({ query: asked })).result.refusal?.code).toBe('members.ended')
  const { id: ruleId } = await venue.rule()
  const start = async (more: object, by: Pick<TestClient, 'playBeforePay'> = cashier) =>
    by.playBeforePay.add({
      body: venue.start({ ruleId, userId, vehicleId: (await venue.vehicle()).id, ...more }),
      key: newId(),
    })
  expect(await codeOf(start({}))).toBe('members.ended')
  const bookings = bookingsOf(server, { venue, manager, cashier })
  const session = (await bookings.session({})).id
  expect(await codeOf(bookings.book(session, { userId }))).toBe('members.ended')
  expect((await venue.wallets(userId)).balance).toEqual({ value: 20_000, held: 0 })
  expect((await cashier.members.searchMemberById({ query: { id: userId } })).result?.endTime).not.toBeNull()
  await venue.inEveryStore((trx) =>
    trx
      .updateTable('member')
      .set({ endTime: inMinutes(1) })
      .where('id', '=', userId)
      .execute(),
  )
  expect(await codeOf(charge())).toBe('done')

  // A ride that began offline before the end is accepted.
  const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
  const late = await ending(inMinutes(-1))
  const offline = (minutes: number) =>
    start(
      { userId: late, offline: true, terminalTicket: 'T1-1', startedAt: inMinutes(minutes).toISOString() },
      terminal.with(cashier),
    )
  expect(await codeOf(offline(-3))).toBe('done')
  expect(await codeOf(offline(0))).toBe('members.ended')
})

it('refuses only the expired members of a batch', async () => {
  const usual = await ride({ member: { endTime: inMinutes(5) } })
  const ended = await ride({ member: { endTime: inMinutes(-5) } })
  expect(Object.keys(await together(usual, ended))).toEqual([usual.key])
})

it('settles nothing for a member who expired since the start', async () => {
  const userId = await ending(inMinutes(5))
  const { id: ruleId } = await venue.rule()
  const body = venue.start({ ruleId, userId, vehicleId: (await venue.vehicle()).id })
  const { id } = (await cashier.playBeforePay.add({ body, key: newId() })).result
  server.clock.advance(6 * 60_000)
  const settle = () =>
    cashier.playBeforePay.settle({
      body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' },
      key: newId(),
    })
  expect(await Promise.all([codeOf(settle()), codeOf(settle())])).toEqual(['members.ended', 'members.ended'])
})
