import { describe, expect, it } from 'vitest'
import { playOfResultKey, resultKeyOf } from '#server/features/printing/index.ts'
import { newId } from '#shared/core/id.ts'
import { classifyScan } from '#shared/features/scans/index.ts'
import { type DrivenRide, reportLap, startHeat } from '#tests/support/venue/driven.ts'
import { lineUp } from '#tests/support/venue/queued.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const AT = 'https://kart.example'

const { server, venue, cashier } = await testVenue(['cashier'], { publicUrl: AT })

const status = (key: string) => server.client().guestResults.status({ query: { key } })
const keyOf = ({ playId }: Pick<DrivenRide, 'playId'>) => resultKeyOf(server.deps, playId)
const lap = ({ runId }: DrivenRide, number: number, ms: number | null) => reportLap(server, { runId, number, ms })
const pair = async () =>
  (await startHeat(venue, cashier, [{ racer: '甲' }, { racer: '乙' }])) as [DrivenRide, DrivenRide]

describe('the result page of a ride', () => {
  it('shows laps, gaps and the rank in its heat as they arrive', async () => {
    const [one, two] = await pair()
    await lap(one, 1, 41_000)
    await lap(one, 2, 40_500)
    await lap(two, 1, 40_000)
    expect((await status(keyOf(one))).result).toMatchObject({
      racer: '甲',
      state: 'live',
      lapsDone: 2,
      countCycleNumber: 8,
      bestMs: 40_500,
      averageMs: 40_750,
      laps: [
        { number: 1, ms: 41_000, gapMs: 500 },
        { number: 2, ms: 40_500, gapMs: 0 },
      ],
      racers: [
        { position: 1, racer: '甲', isOwn: true, lapsDone: 2 },
        { position: 2, racer: '乙', isOwn: false, lapsBehind: 1 },
      ],
    })
    await cashier.dispatch.stop({ body: { id: one.runId, now: true } })
    expect((await status(keyOf(one))).result.state).toBe('live')
    await cashier.dispatch.stop({ body: { id: two.runId, now: true } })
    expect((await status(keyOf(one))).result).toMatchObject({ state: 'provisional', isCorrected: false })
  })

  it('shows that a ride has not started, and what it waits for', async () => {
    const { plays } = await lineUp(venue, { by: cashier })
    const playId = String(plays[0]?.id)
    expect((await status(keyOf({ playId }))).result).toMatchObject({
      state: 'waiting',
      ticketNo: plays[0]?.ticketNo,
      racers: [],
      laps: [],
    })
  })

  it('contains no phone, real name, member or other id, only the racer’s name', async () => {
    const phone = '13955554444'
    const userId = await venue.member({ balance: 100_000, realname: '王真名', phone })
    const { id: ruleId } = await venue.rule({ consumeType: 'BALANCE' })
    const member = { racer: '快车手', userId, consumeType: 'BALANCE' as const, sysDepartConsumeRoleId: ruleId }
    const [one, two] = (await startHeat(venue, cashier, [{ racer: '丙' }, member])) as [DrivenRide, DrivenRide]
    const text = JSON.stringify((await status(keyOf(one))).result)
    expect(text).toContain('快车手')
    for (const secret of [phone, '王真名', userId, two.playId, two.runId, one.runId, 'A01A01']) {
      expect(text).not.toContain(secret)
    }
  })

  it('opens only with a valid key: not with an id or a changed key', async () => {
    const [one, two] = await pair()
    const key = keyOf(one)
    expect(playOfResultKey(server.deps, key.toLowerCase())).toBe(one.playId)
    const wrong = [
      key.slice(0, 25) + keyOf(two).slice(25),
      `${key.slice(0, 25)}${'0'.repeat(13)}`,
      key.slice(0, 37) + (key.endsWith('0') ? '1' : '0'),
      resultKeyOf(server.deps, newId()),
    ]
    for (const made of wrong) expect(await codeOf(status(made)), made).toBe('ranking.noResult')
    expect(await codeOf(status(one.playId))).toBe('common.invalidInput')
  })
})

it('is on tickets of rides that start at once and on the queue page, and identifies the ticket at the counter', async () => {
  const { id: sysDepartConsumeRoleId } = await venue.rule({ consumeType: 'NOCARDCONSUME' })
  const { id: vehicleId } = await venue.vehicle()
  const body = {
    consumeType: 'NOCARDCONSUME',
    consumePayMode: 'cash',
    consumeVehicleMode: 'circlemode',
    usageMode: 'immediate',
    sysDepartConsumeRoleId,
    vehicleId,
    racer: '丁',
  } as const
  const { result } = await cashier.consume.add({ body, key: newId() })
  const [play] = result.plays
  const link = play?.ticket?.link ?? ''
  expect(link).toBe(`${AT}/r/${keyOf({ playId: String(play?.id) })}`)
  const led = await server.request(new URL(link).pathname, { redirect: 'manual' })
  expect(led.headers.get('location')).toBe(`../#/game/result?key=${link.slice(-38)}`)
  expect(classifyScan({ value: link, source: 'wedge' })).toEqual({ kind: 'ticket', value: play?.id })

  const [one] = await pair()
  const [entry] = await venue.rows('queueEntry').where('playId', one.playId)
  const place = (await server.client().queue.status({ query: { key: String(entry?.guestKey) } })).result
  expect(place.resultKey).toBe(keyOf(one))
})

it('is on the ticket of a ride that is paid later, printed from the response', async () => {
  const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME' })
  const { id: vehicleId } = await venue.vehicle()
  const start = venue.start({ ruleId, vehicleId, userId: '' })
  const { result } = await cashier.playBeforePay.add({ body: start, key: newId() })
  expect(result.ticket.link).toBe(`${AT}/r/${keyOf({ playId: result.id })}`)
})

it('is on the printed result', async () => {
  const [one] = await pair()
  await cashier.dispatch.stop({ body: { id: one.runId, now: true } })
  await cashier.gameLogs.printResult({ body: { id: one.runId, printId: 'R1' } })
  const [paper] = await venue.rows('printJob').where('printId', 'R1')
  expect(paper?.ticket).toMatchObject({ document: { code: `${AT}/r/${keyOf(one)}` } })
})
