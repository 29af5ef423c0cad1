import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { MatchRound, RoundInput } from '#shared/features/events/matches.schema.ts'
import { reportLap, startHeat } from '#tests/support/venue/driven.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { matchOnScreen } from './match-screen.service.ts'

const HOUR = 3_600_000
const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const STORE = manager.user.orgCode

/** A free event with so many members who have a place; returns its id. */
async function eventOf(count: number): Promise<string> {
  const at = (hours: number) => toWireTime(new Date(server.clock.now().getTime() + hours * HOUR))
  const eventName = newId()
  const times = { registrationStart: at(-1), registrationEnd: at(1), startTime: at(1), endTime: at(9) }
  await manager.events.add({ body: { eventName, ...times } })
  const eventId = (await manager.events.list({ query: { eventName } })).result.records[0]?.id ?? ''
  for (let number = 1; number <= count; number++) {
    const userId = await venue.member({ nickname: `车手${number}` })
    await cashier.eventSignUps.add({ key: newId(), body: { eventId, userId } })
  }
  return eventId
}
const matchOf = async (eventId: string) => (await manager.matches.ofEvent({ query: { eventId } })).result
async function addRound(eventId: string, given: Partial<RoundInput> = {}): Promise<string> {
  const body = { eventId, roundName: '排位赛', format: 'qualifying', groupSize: 8, ...given } as const
  return (await manager.matches.addRound({ key: newId(), body })).result.id
}
const draw = async (id: string) => (await manager.matches.draw({ key: newId(), body: { id } })).result.seed
async function roundOf(eventId: string, id: string): Promise<MatchRound> {
  const round = (await matchOf(eventId)).rounds.find((one) => one.id === id)
  if (!round) throw new Error('the round is missing')
  return round
}
const listOf = ({ groups }: MatchRound) => groups.map(({ entries }) => entries.map(({ racer }) => racer))
const resultsOf = ({ groups }: MatchRound) =>
  groups.flatMap(({ entries }) =>
    entries.map(({ place, racer, laps, points }) => `${place} ${racer} ${laps} ${points}`),
  )

/** Drives a group: the racers of the start list report these laps, in ms. */
async function drive(eventId: string, roundId: string, group: number, laps: readonly (readonly number[])[]) {
  const entries = async () => (await roundOf(eventId, roundId)).groups[group - 1]?.entries ?? []
  const own = await entries()
  const { id: first } = await venue.vehicle()
  await manager.matches.setVehicle({ body: { id: own[0]?.id ?? '', vehicleId: first } })
  await manager.matches.start({ body: { roundId, group } })
  const rides = await startHeat(
    venue,
    manager,
    own.map(({ racer }) => ({ racer })),
  )
  for (const [index, { vehicleId, runId }] of rides.entries()) {
    await manager.matches.setVehicle({ body: { id: own[index]?.id ?? '', vehicleId } })
    for (const [number, ms] of (laps[index] ?? []).entries()) await reportLap(server, { runId, number: number + 1, ms })
  }
  return { rides, entries: own }
}
const finish = (roundId: string, group = 1) => manager.matches.finish({ body: { roundId, group } })

describe('the start lists of a round', () => {
  it('are drawn by a stored seed, once for the key, and again until a group has started', async () => {
    const eventId = await eventOf(7)
    const id = await addRound(eventId, { format: 'heat', groupSize: 3 })
    const key = newId()
    const both = await Promise.all([0, 1].map(() => manager.matches.draw({ key, body: { id } })))
    expect(both[0]?.result).toEqual(both[1]?.result)
    const round = await roundOf(eventId, id)
    expect(round.seed).toBe(both[0]?.result.seed)
    expect(listOf(round).map(({ length }) => length)).toEqual([3, 2, 2])
    expect(listOf(round).flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `车手${number}`))
    expect(await draw(id)).not.toBe(round.seed)
    await drive(eventId, id, 1, [])
    expect(await codeOf(manager.matches.draw({ key: newId(), body: { id } }))).toBe('matches.started')
    expect(await codeOf(manager.matches.removeRound({ query: { id } }))).toBe('matches.started')
  })

  it('have at most 50 rounds and 1000 racers', async () => {
    const eventId = await eventOf(1)
    const id = await addRound(eventId, { groupSize: 40 })
    // Rows as sign-ups write them: a thousand calls would take long.
    const more = (from: number, to: number) =>
      venue.inEveryStore((trx) =>
        sql`with racer as (insert into member (id, org_code, nickname) select 'R' || n, ${STORE}, 'R' || n
              from generate_series(${from}::integer, ${to}::integer) n returning id)
          insert into event_sign_up (id, org_code, event_id, member_id, number, fee, late_refund, state, operator_id, created_at)
            select gen_random_uuid(), ${STORE}, ${eventId}, id, substr(id, 2)::integer, 0, 0, 'successful', gen_random_uuid(), now()
              from racer`.execute(trx),
      )
    await more(2, 1000)
    await draw(id)
    expect((await roundOf(eventId, id)).groups.flatMap(({ entries }) => entries)).toHaveLength(1000)
    await more(1001, 1001)
    expect(await codeOf(draw(id))).toBe('matches.tooMany')
    await venue.inEveryStore((trx) =>
      sql`insert into match_round (id, org_code, event_id, number, name, format, group_size, created_at)
        select gen_random_uuid(), r.org_code, r.event_id, n, '', 'heat', 1, r.created_at
          from match_round r, generate_series(2, 49) n where r.id = ${id}`.execute(trx),
    )
    const last = await Promise.all([0, 1].map(() => codeAndFieldOf(addRound(eventId))))
    expect(last.toSorted()).toEqual(['done', 'matches.tooManyRounds eventId'])
    expect((await matchOf(eventId)).rounds).toHaveLength(50)
  })

  it('name members as they allow it, with a phone number masked, and a merged one as the remaining one', async () => {
    const eventId = await eventOf(0)
    const members = [
      await venue.member({ nickname: '13812345678' }),
      await venue.member({ nickname: '小名', realname: '林小雨', racerName: 'realname' }),
      await venue.member({ nickname: '旧名' }),
    ]
    for (const userId of members) await cashier.eventSignUps.add({ key: newId(), body: { eventId, userId } })
    const targetId = await venue.member({ racerName: 'none' })
    await manager.memberMerge.merge({ key: newId(), body: { sourceId: members[2] ?? '', targetId, reason: '重复' } })
    const id = await addRound(eventId)
    await draw(id)
    expect(listOf(await roundOf(eventId, id))).toEqual([['***', '林小雨', '']])
  })

  it('name a vehicle once in a group, of the store, until it has ended', async () => {
    const eventId = await eventOf(2)
    const id = await addRound(eventId)
    expect(await codeOf(manager.matches.start({ body: { roundId: id, group: 1 } }))).toBe('common.recordNotFound')
    await draw(id)
    expect(await codeOf(manager.matches.start({ body: { roundId: id, group: 1 } }))).toBe('matches.noVehicles')
    const [one, two] = (await roundOf(eventId, id)).groups[0]?.entries ?? []
    const { id: vehicleId } = await venue.vehicle()
    const foreign = await venue.vehicle({ orgCode: 'A01A02' })
    const set = (entry = '', vehicle: string | null = vehicleId) =>
      manager.matches.setVehicle({ body: { id: entry, vehicleId: vehicle } })
    await set(one?.id)
    expect(await codeAndFieldOf(set(two?.id))).toBe('matches.vehicleTaken vehicleId')
    expect(await codeAndFieldOf(set(two?.id, foreign.id))).toBe('sessions.vehicleNotFound vehicleId')
    await manager.matches.start({ body: { roundId: id, group: 1 } })
    await finish(id)
    expect(await codeOf(set(one?.id, null))).toBe('matches.ended')
  })
})

describe('the results of a group', () => {
  it('are what its vehicles have driven since its start, also laps that came late', async () => {
    const eventId = await eventOf(3)
    const id = await addRound(eventId, { points: [10, 5] })
    await draw(id)
    expect(await codeOf(finish(id))).toBe('matches.notStarted')
    const { rides } = await drive(eventId, id, 1, [[50_000, 48_000], [47_500], []])
    await finish(id)
    expect(resultsOf(await roundOf(eventId, id))).toEqual(['1 车手2 1 10', '2 车手1 2 5', 'null 车手3 0 0'])
    await reportLap(server, { runId: rides[2]?.runId ?? '', number: 1, ms: 40_000 })
    await finish(id)
    expect(resultsOf(await roundOf(eventId, id))).toEqual(['1 车手3 1 10', '2 车手2 1 5', '3 车手1 2 0'])
  })

  it('leave out runs of its vehicles from before it', async () => {
    const eventId = await eventOf(1)
    const id = await addRound(eventId)
    await draw(id)
    const [before] = await startHeat(venue, manager, [{ racer: '别人' }])
    await reportLap(server, { runId: before?.runId ?? '', number: 1, ms: 30_000 })
    server.clock.advance(1000)
    const [entry] = (await roundOf(eventId, id)).groups[0]?.entries ?? []
    await manager.matches.setVehicle({ body: { id: entry?.id ?? '', vehicleId: before?.vehicleId ?? '' } })
    await manager.matches.start({ body: { roundId: id, group: 1 } })
    await finish(id)
    expect(resultsOf(await roundOf(eventId, id))).toEqual(['null 车手1 0 0'])
  })

  it('are corrected by a manager with a reason, and stay corrected', async () => {
    const eventId = await eventOf(2)
    const id = await addRound(eventId, { format: 'final', points: [10, 5] })
    await draw(id)
    const { entries } = await drive(eventId, id, 1, [
      [50_000, 50_000],
      [50_500, 50_500],
    ])
    const correction = { id: entries[0]?.id ?? '', status: '', penalty: 5, reason: '抢跑' } as const
    expect(await codeOf(manager.matches.correct({ body: correction }))).toBe('matches.notEnded')
    await finish(id)
    expect(await codeOf(cashier.matches.correct({ body: correction }))).toBe('auth.forbidden')
    expect(await codeAndFieldOf(manager.matches.correct({ body: { ...correction, reason: '' } }))).toBe(
      'common.invalidInput reason',
    )
    await manager.matches.correct({ body: correction })
    await finish(id)
    expect(resultsOf(await roundOf(eventId, id))).toEqual(['1 车手2 2 10', '2 车手1 2 5'])
    await manager.matches.correct({ body: { ...correction, status: 'dq', reason: '撞车' } })
    const round = await roundOf(eventId, id)
    expect(resultsOf(round)).toEqual(['1 车手2 2 10', 'null 车手1 2 0'])
    expect(round.groups[0]?.entries[1]).toMatchObject({
      status: 'dq',
      reason: '撞车',
      correctedBy: manager.user.realname,
    })
    const trail = await venue.rows('auditEntry').where('recordId', correction.id)
    expect(trail.at(-1)).toMatchObject({ action: '/match/sysMatch/correct', after: { status: 'dq', reason: '撞车' } })
  })
})

describe('a final', () => {
  it('has the best of the round before, and the points add up', async () => {
    const eventId = await eventOf(3)
    const qualifying = await addRound(eventId)
    await draw(qualifying)
    const final = await addRound(eventId, {
      roundName: '决赛',
      format: 'final',
      sourceId: qualifying,
      advance: 2,
      points: [25, 18],
    })
    expect(await codeOf(manager.matches.draw({ key: newId(), body: { id: final } }))).toBe('matches.sourceOpen')
    await drive(eventId, qualifying, 1, [[50_000], [49_000], [48_000]])
    await finish(qualifying)
    await draw(final)
    expect(listOf(await roundOf(eventId, final))).toEqual([['车手3', '车手2']])
    expect(await codeOf(manager.matches.removeRound({ query: { id: qualifying } }))).toBe('matches.started')
    await drive(eventId, final, 1, [[50_000], [50_000, 50_000]])
    await finish(final)
    const { table } = await matchOf(eventId)
    expect(table.map(({ place, racer, points }) => `${place} ${racer} ${points}`)).toEqual([
      '1 车手2 25',
      '2 车手3 18',
      '3 车手1 0',
    ])
    expect(await codeAndFieldOf(addRound(eventId, { sourceId: newId() }))).toBe('matches.sourceUnknown sourceId')
  })
})

describe('a call of a match', () => {
  /** A round with two groups of one racer each, who have vehicles. */
  async function roundOfTwo() {
    const eventId = await eventOf(2)
    const roundId = await addRound(eventId, { groupSize: 1, points: [10] })
    await draw(roundId)
    const entries = (await roundOf(eventId, roundId)).groups.flatMap((group) => group.entries)
    const vehicles = [await venue.vehicle(), await venue.vehicle()]
    for (const [index, { id }] of entries.entries())
      await manager.matches.setVehicle({ body: { id, vehicleId: vehicles[index]?.id ?? '' } })
    return { eventId, roundId, entry: entries[0]?.id ?? '', vehicle: vehicles[0]?.id ?? '' }
  }
  const twice = (work: () => Promise<unknown>) => Promise.all([codeOf(work()), codeOf(work())])

  it('has its effect once when it is made twice at once, and later', async () => {
    const { eventId, roundId, entry } = await roundOfTwo()
    const start = () => manager.matches.start({ body: { roundId, group: 1 } })
    expect((await twice(start)).toSorted()).toEqual(['done', 'matches.started'])
    const began = (await roundOf(eventId, roundId)).groups[0]?.startTime
    server.clock.advance(60_000)
    expect(await codeOf(start())).toBe('matches.started')
    expect(await twice(() => finish(roundId))).toEqual(['done', 'done'])
    const ended = (await roundOf(eventId, roundId)).groups[0]?.endTime
    server.clock.advance(60_000)
    await finish(roundId)
    const correction = { id: entry, status: '', penalty: 5, reason: '抢跑' } as const
    expect(await twice(() => manager.matches.correct({ body: correction }))).toEqual(['done', 'done'])
    const [first, second] = (await roundOf(eventId, roundId)).groups
    expect(first).toMatchObject({ startTime: began, endTime: ended, entries: [{ penaltyMs: 5000 }] })
    expect(second).toMatchObject({ startTime: null, endTime: null })
    const key = newId()
    const print = () => manager.matches.print({ key, body: { roundId, group: 1, paper: 'results' } })
    expect(await twice(print)).toEqual(['done', 'done'])
    expect(await venue.rows('printJob').where('orderId', roundId)).toHaveLength(1)
  })

  it('is refused for rounds and entries of another store', async () => {
    const { eventId, roundId, entry, vehicle } = await roundOfTwo()
    const stranger = (await server.signIn('manager2')).matches
    const round = { eventId, roundName: 'x', format: 'heat', groupSize: 1 } as const
    const group = { roundId, group: 1 }
    const calls = [
      () => stranger.ofEvent({ query: { eventId } }),
      () => stranger.addRound({ key: newId(), body: round }),
      () => stranger.removeRound({ query: { id: roundId } }),
      () => stranger.draw({ key: newId(), body: { id: roundId } }),
      () => stranger.setVehicle({ body: { id: entry, vehicleId: null } }),
      () => stranger.start({ body: group }),
      () => stranger.finish({ body: group }),
      () => stranger.correct({ body: { id: entry, status: 'dq', penalty: 0, reason: 'x' } }),
      () => stranger.print({ key: newId(), body: { ...group, paper: 'startList' } }),
    ]
    for (const call of calls) expect(await codeOf(call())).toBe('common.recordNotFound')
    const [first] = (await roundOf(eventId, roundId)).groups
    expect(first).toMatchObject({ startTime: null, entries: [{ vehicleId: vehicle, status: '' }] })
  })

  it('keeps its vehicle: one that is in a start list is scrapped instead of removed', async () => {
    const { vehicle } = await roundOfTwo()
    await manager.vehicles.delete({ query: { id: vehicle } })
    expect(await venue.rows('vehicle').where('id', vehicle)).toMatchObject([{ condition: 'scrapped' }])
  })
})

describe('a group of a match', () => {
  it('is on the big screen and on paper: first its start list, then its results', async () => {
    const eventId = await eventOf(2)
    const id = await addRound(eventId)
    await draw(id)
    const shown = () => venue.inEveryStore((trx) => matchOnScreen(trx, STORE, server.clock.now()))
    server.clock.advance(1000)
    await drive(eventId, id, 1, [[50_000], [49_000]])
    expect(await shown()).toMatchObject({
      round: '排位赛',
      group: 1,
      isOver: false,
      rows: [{ position: 1, racer: '车手1' }, {}],
    })
    const print = (paper: 'startList' | 'results') =>
      manager.matches.print({ key: newId(), body: { roundId: id, group: 1, paper } })
    expect(await codeOf(print('results'))).toBe('matches.notEnded')
    await print('startList')
    await finish(id)
    expect(await shown()).toMatchObject({ isOver: true, rows: [{ position: 1, racer: '车手2', ms: 49_000 }, {}] })
    await print('results')
    const jobs = (await venue.rows('printJob').where('orderId', id)) as { ticket: { document: { facts: unknown[] } } }[]
    const facts = jobs.map(({ ticket }) => ticket.document.facts.slice(2))
    expect(facts).toHaveLength(2)
    expect(facts.map((lines) => JSON.stringify(lines[0]))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\["1 1 车手1"/), '["1 2 车手2","1 圈 0:49.000"]']),
    )
  })
})
