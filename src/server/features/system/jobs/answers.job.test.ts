import { expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { blocksRead } from '#tests/support/postgres/blocks-read.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { forgetAnswers } from './answers.job.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

const charge = async () => {
  const userId = await venue.member({ balance: 100_000 })
  const { id: sysDepartConsumeRoleId } = await venue.rule({ price: 5000 })
  const { id: vehicleId } = await venue.vehicle()
  const ride = { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', racer: '车手' } as const
  return { key: newId(), body: { ...ride, userId, sysDepartConsumeRoleId, vehicleId } }
}

it('forgets the answers of charges after 90 days, but neither their keys nor what a terminal may still repeat', async () => {
  const [old, younger] = [await charge(), await charge()]
  const start = { key: newId(), body: venue.start({ vehicleId: (await venue.vehicle()).id }) }
  for (const call of [old, younger]) await cashier.consume.add(call)
  await cashier.playBeforePay.add(start)
  const age = (keys: string[], days: number) =>
    withClient(server.database.ownerUrl, (owner) =>
      owner.query('update request_key set created_at = now() - make_interval(days => $2) where key = any ($1)', [
        keys,
        days,
      ]),
    )
  await age([old.key, start.key], 120)
  await age([younger.key], 80)
  // A user who chooses less than 90 days does not get it.
  expect(await forgetAnswers(server.deps, 1)).toBe(1)
  expect(await forgetAnswers(server.deps, 90)).toBe(0)
  expect(await codeOf(cashier.consume.add(old))).toBe('common.answerForgotten')
  expect(await codeOf(cashier.consume.add({ ...old, body: { ...old.body, racer: '另一位' } }))).toBe('common.keyReused')
  expect(await codeOf(cashier.consume.add(younger))).toBe('done')
  expect(await codeOf(cashier.playBeforePay.add(start))).toBe('done')
  const orders = await venue.rows('consumeOrder').where('memberId', old.body.userId)
  expect(orders.map(({ id }) => id)).toEqual([old.key])
})

it('reads the calls of its day only, also when new calls are stored where old answers were', async () => {
  const [days, answeredDays, callsOfDay] = [30, 10, 400]
  // This day has few calls, so that finding them is nearly all that its turn costs.
  const last = days - answeredDays + 1
  await withClient(server.database.ownerUrl, async (owner) => {
    await owner.query('delete from forgotten_answers')
    const forget = (day: number) =>
      `select forgotten from forget_answers(now() - make_interval(days => ${300 - day}), '{}')`
    for (let day = 1; day <= days; day++) {
      const calls = day === last ? 5 : callsOfDay
      await owner.query(
        `insert into request_key (key, org_code, user_id, path, body_hash, answer, created_at)
           select gen_random_uuid(), 'A01A01', gen_random_uuid(), '/old', '', jsonb_build_object('result', (
               select string_agg(md5(random()::text || n || part), '') from generate_series(1, 36) part)),
             now() - make_interval(days => 300 - $1::int, mins => 60 + n) from generate_series(1, $2::int) n`,
        [day, calls],
      )
      if (day > answeredDays) await owner.query(forget(day - answeredDays))
      await owner.query('vacuum analyze request_key')
    }
    const { rows: sizes } = await owner.query<{ pages: number }>(
      `select (pg_relation_size('request_key') / current_setting('block_size')::int)::int as pages`,
    )
    expect(await blocksRead(owner, forget(last))).toBeLessThan(Number(sizes[0]?.pages) / 3)
    const { rows: forgotten } = await owner.query(
      `select count(*)::int as calls from request_key where path = '/old' and answer = '{"forgotten": true}'`,
    )
    expect(forgotten).toEqual([{ calls: (days - answeredDays) * callsOfDay + 5 }])
  })
})
