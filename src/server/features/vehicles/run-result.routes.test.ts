import { expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

/** A run with these lap times, and its ride. */
async function driven(times: number[]) {
  const { id: ruleId } = await venue.rule({ consumeType: 'BALANCE' })
  const vehicle = await venue.vehicle()
  const body = venue.start({ ruleId, vehicleId: vehicle.id, racer: '小王' })
  const { id: playId } = (await cashier.playBeforePay.add({ key: newId(), body })).result
  const [run] = await venue.rows('run').where('playId', playId)
  const runId = String(run?.id)
  const now = server.deps.clock()
  const laps = times.map((ms, index) => ({
    runId,
    orgCode: 'A01A01',
    number: index + 1,
    vehicleId: vehicle.id,
    ms,
    sectors: null,
    doneAt: now,
    deviceAt: null,
    heardAt: now,
  }))
  if (laps.length > 0) {
    await server.deps.db.scoped(EVERY_STORE, (trx) => trx.insertInto('lap').values(laps).execute())
  }
  return { runId, playId, vehicle: vehicle.name, end: () => cashier.dispatch.stop({ body: { id: runId, now: true } }) }
}

const print = (id: string, printId: string, by = cashier) => by.gameLogs.printResult({ body: { id, printId } })
const papersOf = async (printId: string) =>
  (await venue.rows('printJob').where('printId', printId))
    .map(({ copyNo, ticket }) => ({ copyNo: Number(copyNo), ticket: ticket as unknown as TicketData }))
    .sort((a, b) => a.copyNo - b.copyNo)

it('prints the laps of an ended run, and marks copies', async () => {
  const { runId, playId, vehicle, end } = await driven([42_318, 41_907, 43_000])
  expect(await codeOf(print(runId, 'Q1'))).toBe('vehicles.runNotOver')
  await end()
  await print(runId, 'Q1')
  await Promise.all([print(runId, 'Q1'), print(runId, 'Q1')])
  const papers = await papersOf('Q1')
  expect(papers.map(({ copyNo }) => copyNo)).toEqual([0, 1, 2])
  const { document } = papers[0]?.ticket ?? {}
  expect(document).toMatchObject({ kind: 'result', title: '成绩单', code: ticketCode(playId) })
  expect(Object.fromEntries(document?.facts ?? [])).toMatchObject({
    车手: '小王',
    车辆: vehicle,
    最快圈: '0:41.907',
    平均圈速: '0:42.408',
  })
  expect(document?.content).toBe(' 1  0:42.318\n 2  0:41.907\n 3  0:43.000')
})

it('omits laps without times', async () => {
  const { runId, end } = await driven([])
  await end()
  await print(runId, 'Q2')
  const [paper] = await papersOf('Q2')
  expect(paper?.ticket.document?.facts.map(([name]) => name)).not.toContain('最快圈')
  expect(paper?.ticket.document?.content).toBe('')
})

it('is not available to other stores, or without the permission', async () => {
  const { runId, end } = await driven([41_000])
  await end()
  expect(await codeOf(print(runId, 'Q3', await server.signIn('manager2')))).toBe('common.recordNotFound')
  expect(await codeOf(print(runId, 'Q3', await server.signIn('partner')))).toBe('auth.forbidden')
  expect(await papersOf('Q3')).toEqual([])
})
