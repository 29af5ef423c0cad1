import { hash } from '@node-rs/argon2'
import { afterAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { reportLap, startHeat } from '#tests/support/venue/driven.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { advanceEvents } from './events.service.ts'

const HOUR = 3_600_000
const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

/** An event of 30.00 whose registration is open for an hour, and which begins in two; returns its id. */
async function eventOf(given: object = {}): Promise<string> {
  const at = (hours: number) => toWireTime(new Date(server.clock.now().getTime() + hours * HOUR))
  const eventName = newId()
  const times = { registrationStart: at(-1), registrationEnd: at(1), startTime: at(2), endTime: at(3) }
  await manager.events.add({ body: { eventName, registrationFee: 30, lateRefund: 50, ...times, ...given } })
  return (await manager.events.list({ query: { eventName } })).result.records[0]?.id ?? ''
}
const memberWith = async (given: object = {}) =>
  memberOnPage(server, venue, await venue.member({ balance: 5000, ...given }))
type Member = Awaited<ReturnType<typeof memberWith>>

const signUp = ({ client }: Member, eventId: string, key = newId(), password = '') =>
  client.memberEvents.signUp({ key, body: { eventId, password } })
const cancel = ({ client }: Member, id: string, key = newId()) => client.memberEvents.cancel({ key, body: { id } })
const listOf = async ({ client }: Member) => (await client.memberEvents.list()).result
const offered = async (member: Member, eventId: string) =>
  (await listOf(member)).events.find((one) => one.eventId === eventId)
const heldBy = async ({ id }: Member) => (await venue.wallets(id)).balance?.held

it('is signed up for by members themselves, once for the key and once at all, with the fee held', async () => {
  const eventId = await eventOf({ places: 5 })
  const member = await memberWith()
  expect(await offered(member, eventId)).toMatchObject({ fee: 30, places: 5, taken: 0, refusal: '', signUp: null })
  const key = newId()
  const answers = await Promise.all([signUp(member, eventId, key), signUp(member, eventId, key)])
  for (const { result } of answers) expect(result).toMatchObject({ id: key, signUpState: 'preparing', number: 1 })
  expect(await codeOf(signUp(member, eventId))).toBe('events.signedUp')
  expect(await heldBy(member)).toBe(3000)
  const { available, signUps } = await listOf(member)
  expect(available).toBe(20)
  expect(signUps).toMatchObject([
    { id: key, eventId, signUpState: 'preparing', isHeld: true, canCancel: true, backNow: 30 },
  ])
  const [entry] = (await manager.eventSignUps.list({ query: { eventId } })).result.records
  expect(entry).toMatchObject({ userId: member.id, operatorName: expect.stringContaining(member.id) })
})

it('of two members at once for the last place one gets it and the other waits, and moves up', async () => {
  const eventId = await eventOf({ places: 1 })
  const members = [await memberWith(), await memberWith()]
  const states = await Promise.all(members.map(async (one) => (await signUp(one, eventId)).result.signUpState))
  expect(states.toSorted()).toEqual(['preparing', 'waiting'])
  const [first, second] = states[0] === 'preparing' ? members : members.toReversed()
  if (!first || !second) throw new Error('there are two members')
  expect(await Promise.all([heldBy(first), heldBy(second)])).toEqual([3000, 0])
  const [own] = (await listOf(first)).signUps
  await cancel(first, own?.id ?? '')
  await advanceEvents(server.deps)
  expect((await listOf(second)).signUps).toMatchObject([{ signUpState: 'preparing', isHeld: true, ahead: 0 }])
  expect(await heldBy(first)).toBe(0)
})

it('is cancelled by the rules of the counter, by its own member only', async () => {
  const eventId = await eventOf()
  const [member, other] = [await memberWith(), await memberWith()]
  const { id } = (await signUp(member, eventId)).result
  expect(await codeAndFieldOf(cancel(other, id))).toBe('common.recordNotFound id')
  expect(await codeAndFieldOf(other.client.memberEvents.match({ query: { eventId } }))).toBe(
    'common.recordNotFound eventId',
  )
  server.clock.advance(HOUR)
  await advanceEvents(server.deps)
  expect((await listOf(member)).signUps).toMatchObject([{ signUpState: 'successful', backNow: 15, canCancel: true }])
  expect((await cancel(member, id)).result).toEqual({ signUpState: 'cancelled', back: 15 })
  expect((await listOf(member)).signUps).toMatchObject([{ signUpState: 'cancelled', backAmount: 15, canCancel: false }])
  expect(await codeOf(cancel(member, id))).toBe('events.signUpEnded')
})

it('is refused with another fee than the one shown', async () => {
  const eventId = await eventOf()
  const member = await memberWith()
  const signUpFor = (fee: number) => member.client.memberEvents.signUp({ key: newId(), body: { eventId, fee } })
  await manager.events.edit({ body: { id: eventId, registrationFee: 31.5 } })
  const refused = await signUpFor(30).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'events.feeChanged', details: { field: 'eventId', fee: '31.50' } })
  expect(await heldBy(member)).toBe(0)
  expect((await signUpFor(31.5)).result).toMatchObject({ signUpState: 'preparing', fee: 31.5 })
})

it('is cancelled once for the key, and by one of two calls at once', async () => {
  const eventId = await eventOf()
  const member = await memberWith()
  const { id } = (await signUp(member, eventId)).result
  server.clock.advance(HOUR)
  await advanceEvents(server.deps)
  const key = newId()
  for (const { result } of await Promise.all([cancel(member, id, key), cancel(member, id, key)]))
    expect(result).toEqual({ signUpState: 'cancelled', back: 15 })
  expect((await cancel(member, id, key)).result.back).toBe(15)
  expect((await venue.wallets(member.id)).balance).toMatchObject({ value: 3500, held: 0 })
  const next = (await signUp(member, await eventOf())).result.id
  const codes = await Promise.all([codeOf(cancel(member, next)), codeOf(cancel(member, next))])
  expect(codes.toSorted()).toEqual(['done', 'events.signUpEnded'])
  expect(await heldBy(member)).toBe(0)
})

it('needs the consumption password, the money, and an event of the own store', async () => {
  const eventId = await eventOf()
  const guarded = await memberWith({ consumePassword: await hash('1234') })
  expect((await listOf(guarded)).passwordRequired).toBe(true)
  expect(await codeAndFieldOf(signUp(guarded, eventId))).toBe('members.passwordRequired password')
  expect(await codeAndFieldOf(signUp(guarded, eventId, newId(), '9999'))).toBe('members.passwordWrong password')
  expect((await signUp(guarded, eventId, newId(), '1234')).result.signUpState).toBe('preparing')
  const poor = await memberWith({ balance: 100 })
  expect(await codeOf(signUp(poor, eventId))).toBe('members.insufficientBalance')
  const foreign = await memberOnPage(server, venue, await venue.member({ orgCode: 'A01A02' }), 'A01A02')
  expect(await codeAndFieldOf(signUp(foreign, eventId))).toBe('common.recordNotFound eventId')
  expect(await offered(foreign, eventId)).toBeUndefined()
})

it('shows the agreement that an event asks for, and takes the signature', async () => {
  const titleZh = '赛事协议'
  await manager.agreements.add({ body: { titleZh, contentZh: '安全第一' } })
  const [draft] = await venue.rows('agreement').where('titleZh', titleZh)
  await manager.agreements.publish({ body: { id: String(draft?.id) } })
  const eventId = await eventOf({ needsAgreement: 'YES' })
  const member = await memberWith()
  expect(await offered(member, eventId)).toMatchObject({ needsAgreement: true, refusal: expect.stringMatching(/./) })
  expect(await codeOf(signUp(member, eventId))).toBe('members.agreementMissing')
  const { result } = await member.client.memberEvents.agreement()
  expect(result).toMatchObject({ text: { title: titleZh, content: '安全第一' }, isSigned: false })
  const body = { agreementId: result.text?.id ?? '', strokes: 'M10 10L20 20L30 30' }
  const key = newId()
  await Promise.all([0, 1].map(() => member.client.memberEvents.sign({ key, body })))
  expect(await venue.rows('agreementSignature').where('memberId', member.id)).toHaveLength(1)
  expect(await offered(member, eventId)).toMatchObject({ needsAgreement: false, refusal: '' })
  expect((await signUp(member, eventId)).result.signUpState).toBe('preparing')
})

it('shows its start lists and results, with the names that racers allow and nothing of staff', async () => {
  const eventId = await eventOf({ registrationFee: 0 })
  const [member, other] = [await memberWith({ nickname: '快手' }), await memberWith({ nickname: '13812345678' })]
  for (const one of [member, other]) await signUp(one, eventId)
  const body = { eventId, roundName: '排位赛', format: 'qualifying', groupSize: 8 } as const
  const { id: roundId } = (await manager.matches.addRound({ key: newId(), body })).result
  const match = async () => (await member.client.memberEvents.match({ query: { eventId } })).result
  expect(await match()).toEqual({ rounds: [], table: [] })
  await manager.matches.draw({ key: newId(), body: { id: roundId } })
  const drawn = (await manager.matches.ofEvent({ query: { eventId } })).result.rounds[0]?.groups[0]?.entries ?? []
  const { id: vehicleId } = await venue.vehicle()
  await manager.matches.setVehicle({ body: { id: drawn[0]?.id ?? '', vehicleId } })
  await manager.matches.start({ body: { roundId, group: 1 } })
  const [ride] = await startHeat(venue, cashier, [{ racer: '快手' }])
  if (!ride) throw new Error('no ride has started')
  await manager.matches.setVehicle({ body: { id: drawn[0]?.id ?? '', vehicleId: ride.vehicleId } })
  await reportLap(server, { runId: ride.runId, number: 1, ms: 48_000 })
  await manager.matches.finish({ body: { roundId, group: 1 } })
  await manager.matches.correct({ body: { id: drawn[0]?.id ?? '', status: '', penalty: 1, reason: '抢跑' } })
  const [round] = (await match()).rounds
  expect(round?.groups).toMatchObject([
    {
      isOver: true,
      lines: [
        { racer: '快手', isOwn: true, place: 1, laps: 1, ms: 49_000 },
        { racer: '***', isOwn: false, place: null },
      ],
    },
  ])
  expect(JSON.stringify(round)).not.toContain('抢跑')
  expect((await listOf(member)).signUps).toMatchObject([{ hasMatch: true }])
})
