import { hash } from '@node-rs/argon2'
import { afterAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { kioskGuests, openKiosk, visit } from '#tests/support/venue/kiosks.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const HOUR = 3_600_000
const { server, venue, manager } = await testVenue(['manager'])
const { guest } = kioskGuests(venue)
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

async function eventOf(given: object = {}): Promise<string> {
  const at = (hours: number) => toWireTime(new Date(server.clock.now().getTime() + hours * HOUR))
  const eventName = newId()
  const times = { registrationStart: at(-1), registrationEnd: at(1), startTime: at(2), endTime: at(3) }
  await manager.events.add({ body: { eventName, registrationFee: 30, ...times, ...given } })
  return (await manager.events.list({ query: { eventName } })).result.records[0]?.id ?? ''
}
const opened = await openKiosk(server, manager)
const signUp = (visitToken: string, eventId: string, key = newId(), password = '', { kiosk } = opened) =>
  kiosk.signUp({ key, body: { visit: visitToken, eventId, password } })

it('signs the member of a visit up once for the key, with the fee held, also after the visit has ended', async () => {
  const eventId = await eventOf()
  const { id, card } = await guest()
  const { visit: token } = await visit(opened, card)
  const listed = async () => (await opened.kiosk.events({ body: { visit: token } })).result
  expect((await opened.kiosk.state()).result.hasEvents).toBe(true)
  expect(await listed()).toMatchObject({ available: 100, passwordRequired: false })
  expect(JSON.stringify(await listed())).not.toContain(id)
  const key = newId()
  const answers = await Promise.all([1, 2].map(() => signUp(token, eventId, key)))
  for (const { result } of answers) expect(result).toMatchObject({ id: key, signUpState: 'preparing', number: 1 })
  expect((await venue.wallets(id)).balance?.held).toBe(3000)
  expect((await listed()).events.find((one) => one.eventId === eventId)?.signUp).toMatchObject({ number: 1 })
  const [row] = (await manager.eventSignUps.list({ query: { eventId } })).result.records
  expect(row).toMatchObject({ userId: id, operatorName: expect.stringContaining(opened.name) })
  server.clock.advance(16 * 60_000)
  expect((await signUp(token, eventId, key)).result.id).toBe(key)
  expect(await codeAndFieldOf(signUp(token, eventId))).toBe('kiosks.visitEnded visit')
})

it('is refused with another fee than the one shown', async () => {
  const eventId = await eventOf()
  const { visit: token } = await visit(opened, (await guest()).card)
  const signUpFor = (fee: number) => opened.kiosk.signUp({ key: newId(), body: { visit: token, eventId, fee } })
  expect(await codeAndFieldOf(signUpFor(29))).toBe('events.feeChanged eventId')
  expect((await signUpFor(30)).result.fee).toBe(30)
})

it('gives the last place to one of two guests at once, and the other waits', async () => {
  const eventId = await eventOf({ places: 1 })
  const guests = await Promise.all([guest(), guest()])
  const states = await Promise.all(
    guests.map(async ({ card }) => (await signUp((await visit(opened, card)).visit, eventId)).result.signUpState),
  )
  expect(states.toSorted()).toEqual(['preparing', 'waiting'])
})

it('asks for the password, refuses other stores, and offers nothing where no wallet pays', async () => {
  const eventId = await eventOf()
  const { card } = await guest({ consumePassword: await hash('2468') })
  const { visit: token } = await visit(opened, card)
  expect(await codeAndFieldOf(signUp(token, eventId))).toBe('members.passwordRequired password')
  expect(await codeAndFieldOf(signUp(token, eventId, newId(), '1111'))).toBe('members.passwordWrong password')
  expect((await signUp(token, eventId, newId(), '2468')).result.signUpState).toBe('preparing')
  const scanOnly = await openKiosk(server, manager, { pays: 'scan' })
  const own = (await visit(scanOnly, card)).visit
  expect((await scanOnly.kiosk.state()).result.hasEvents).toBe(false)
  expect(await codeOf(scanOnly.kiosk.events({ body: { visit: own } }))).toBe('kiosks.notOffered')
  expect(await codeOf(signUp(own, await eventOf(), newId(), '2468', scanOnly))).toBe('kiosks.notOffered')
  const foreign = await openKiosk(server, await server.signIn('manager2'))
  const other = await guest({ orgCode: 'A01A02' })
  expect(await codeAndFieldOf(signUp((await visit(foreign, other.card)).visit, eventId, newId(), '', foreign))).toBe(
    'common.recordNotFound eventId',
  )
})
