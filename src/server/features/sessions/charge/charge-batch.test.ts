import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { type ChargeAnswer, type ChargeCall, chargeCalls } from '#tests/support/venue/charge-calls.ts'
import { tracesOf } from '#tests/support/venue/charged.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])
const { ride, together, alone } = chargeCalls(server, venue, cashier)

const left = ({ key, memberId, rideIds: [play = ''] }: ChargeCall) =>
  tracesOf(venue, { order: key, member: memberId, play })
const owner = (statement: string, values: unknown[]) =>
  withClient(server.database.ownerUrl, (client) => client.query(statement, values))

/** A result without its unique values. */
const plain = ({ answer, ...more }: ChargeAnswer | undefined = {} as ChargeAnswer, call: ChargeCall) =>
  JSON.parse(
    JSON.stringify({ answer, ...more }, (name, value) =>
      /^(seq|lots|ticketNo|paiduiNumber|vehicleName|ruleName|startedAt|guestKey)$/.test(name) ? '…' : value,
    )
      .replaceAll(call.key, 'order')
      .replaceAll(call.rideIds[0] ?? '', 'play')
      .replaceAll(call.runIds[0] ?? '', 'run')
      .replaceAll(call.vehicleIds[0] ?? '', 'vehicle')
      .replaceAll(`"${call.memberId}"`, '"member"'),
  )

describe('a charge batch', () => {
  it('writes and returns the same as single charges', async () => {
    const [one, two, single] = [await ride(), await ride({ rule: { price: 9500 } }), await ride()] as const
    const answers = await together(one, two)
    expect(Object.keys(answers).sort()).toEqual([one.key, two.key].sort())
    const answer = await alone(single)
    expect(plain(answers[one.key], one)).toEqual(plain(answer, single))
    expect(await left(one)).toEqual(await left(single))
    // From both wallets, with as many numbers as rides.
    expect(answers[two.key]?.answer.result.lines).toMatchObject([
      { account: 'balance', delta: -9000, before: 9000, after: 0 },
      { account: 'give', delta: -500, before: 2000, after: 1500 },
    ])
    const numbers = await Promise.all(
      [one, two, single].map(({ rideIds: [id] }) => venue.rows('queueEntry').where('playId', id)),
    )
    expect(new Set(numbers.map(([entry]) => (entry as { number: number }).number)).size).toBe(3)
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('numbers the rides of each store by themselves', async () => {
    const orgCode = 'A01A02'
    const there = { rule: { orgCode }, member: { orgCode }, vehicle: { orgCode } }
    const all = { scope: '', scopeEnd: '~' }
    // By turns, so that the calls of a store do not come in a row.
    const calls = [await ride(all), await ride({ ...there, ...all }), await ride(all), await ride({ ...there, ...all })]
    expect(Object.keys(await together(...calls)).sort()).toEqual(calls.map(({ key }) => key).sort())
    const entries = await Promise.all(calls.map(({ rideIds: [id] }) => venue.rows('queueEntry').where('playId', id)))
    const numbers = entries.map(([entry]) => entry as { orgCode: string; number: number })
    expect(numbers.map((entry) => entry.orgCode)).toEqual([STORE, orgCode, STORE, orgCode])
    const [one, two, three, four] = numbers.map(({ number }) => number) as [number, number, number, number]
    expect([three - one, four - two]).toEqual([1, 1])
  })

  it('leaves uncommon charges to single calls', async () => {
    const usual = await ride()
    const taken = await ride()
    await alone(taken)
    const frozen = await ride()
    await owner('update member set frozen = true where id = $1', [frozen.memberId])
    const ended = await ride()
    await owner(`update wallet set ends_from = now() - interval '1 hour' where member_id = $1 and kind = 'give'`, [
      ended.memberId,
    ])
    const broken = await ride()
    await owner(`update vehicle set condition = 'maintenance' where id = $1`, [broken.vehicleIds[0]])
    const stopped = await ride()
    const manager = await server.signIn('manager', 'A01A01')
    await manager.emergency.stop({ body: { vehicleIds: stopped.vehicleIds }, key: newId() })
    const calls = [
      frozen,
      ended,
      broken,
      stopped,
      await ride({ vehicleIds: taken.vehicleIds }),
      await ride({ vehicleIds: usual.vehicleIds }),
      await ride({ memberId: usual.memberId }),
      await ride({ rule: { price: 12_000 } }),
      await ride({ rule: { limited: true, dailyLimit: 1 } }),
      await ride({ rule: { useMode: 'lineup' } }),
      await ride({ rule: { gatherFace: true } }),
      await ride({ rule: { price: 0 } }),
      await ride({ rule: { active: false } }),
      await ride({ usageMode: 'lineup' }),
      await ride({ runMode: 'timermode', rule: { minutes: 0 } }),
      await ride({ cashierId: newId() }),
      await ride({ member: { consumePassword: 'a hash' } }),
      await ride({ inputRefusal: { code: 'sessions.racerRequired', details: {} } }),
    ]
    expect(Object.keys(await together(usual, ...calls))).toEqual([usual.key])
    for (const { key } of calls) expect(await venue.rows('consumeOrder').where('id', key)).toEqual([])
  })

  it('does not wait for locked members or vehicles', async () => {
    const [busy, free] = [await ride(), await ride()]
    await withClient(server.database.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query('select from member where id = $1 for no key update', [busy.memberId])
      expect(Object.keys(await together(busy, free))).toEqual([free.key])
      await client.query('rollback')
    })
  })

  it('uses each vehicle, number and amount once for concurrent HTTP calls', async () => {
    const rule = await venue.rule({ price: 3000 })
    const members = await Promise.all(Array.from({ length: 12 }, () => venue.member({ balance: 7000 })))
    const calls = await Promise.all(
      members.flatMap((userId) =>
        [1, 2, 3].map(async () => ({ userId, key: newId(), vehicleId: (await venue.vehicle()).id })),
      ),
    )
    const charge = async (call: (typeof calls)[number]): Promise<number | string | undefined> => {
      const { key, ...who } = call
      const body = {
        ...who,
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        usageMode: 'immediate',
        sysDepartConsumeRoleId: rule.id,
        racer: '车手',
      } as const
      const answer = await cashier.consume.add({ body, key }).then(
        ({ result }) => result.plays[0]?.paiduiNumber,
        ({ code }) => String(code),
      )
      // If all connections are busy for long, a keyed call is repeated.
      return answer === 'common.unavailable' ? charge(call) : answer
    }
    const first = await Promise.all(calls.map(charge))
    // With 70 each member rides twice for 30.
    expect(first.filter((one) => one === 'members.insufficientBalance')).toHaveLength(12)
    const numbers = first.filter((one) => typeof one === 'number')
    expect(new Set(numbers).size).toBe(24)
    expect(await Promise.all(calls.map(charge))).toEqual(first)
    for (const member of members) expect(await venue.wallets(member)).toMatchObject({ balance: { value: 1000 } })
    expect(server.logs.filter((line) => line.includes('one by one'))).toEqual([])
  })
})
