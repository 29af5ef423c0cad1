import { expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
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
