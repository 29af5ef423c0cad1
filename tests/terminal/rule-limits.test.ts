import { afterEach, beforeEach, expect, it } from 'vitest'
import { businessDay } from '#shared/core/time.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { buildRule } from '#tests/support/venue/counter-data.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

let server: FaultServer
let counter: TestTerminal

beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(async () => {
  await counter.close()
  await server.kill()
  await removeFolders()
})

const limited = (given: Partial<OfferedRule>): OfferedRule =>
  buildRule({ amountType: 'LIMIT', businessDay: businessDay(new Date()), duration: 8, ...given })

/** A terminal that has read these rules. */
async function ready(...rules: OfferedRule[]): Promise<void> {
  server.rules = rules
  counter = await startTerminal({ serverUrl: server.url })
  await counter.online()
  await counter.signIn()
}
async function cutOff(): Promise<void> {
  await server.kill()
  await counter.online(false)
}
const start = (ruleId: string, userId = '') => counter.handlers.starts.start(venue.fields({ ruleId, userId }))
const refused = (ruleId: string, userId = '') =>
  start(ruleId, userId).then(
    () => 'no refusal',
    ({ code, details }) => [code, details.used, details.limit],
  )
const used = async (id: string) =>
  (await counter.handlers.catalogue.read({}))?.rules.find((rule) => rule.id === id)?.usedToday

it('offline, the limit of a rule counts the server’s uses and the local starts since', async () => {
  await ready(limited({ id: 'daily', dayLimitCount: 4, usedToday: 1 }), limited({ id: 'other', dayLimitCount: 1 }))
  // The server's data does not include this one yet.
  server.plan = (call) => (call === 'consumerolelistpc' ? 'fail' : 'ok')
  await start('daily')
  expect(await used('daily')).toBe(2)
  await cutOff()
  await start('daily')
  await start('daily')
  expect(await used('daily')).toBe(4)
  expect(await refused('daily')).toEqual(['sessions.ruleUsedUp', 4, 4])
  expect(await refused('other')).toBe('no refusal')
})

it('offline, the limit per member counts the local starts, and walk-ins cannot use such a rule', async () => {
  await ready(limited({ id: 'once', memberLimitCount: 2 }))
  await start('once', '100001')
  await cutOff()
  await start('once', '100001')
  expect(await refused('once', '100001')).toEqual(['sessions.ruleMemberLimit', 2, 2])
  expect(await refused('once', '100009')).toBe('no refusal')
  expect(await refused('once')).toEqual(['sessions.ruleMembersOnly', undefined, undefined])
})

it('offline, weekday, usage mode and the level of a cached member are checked as well', async () => {
  const today = new Date(`${businessDay(new Date())}T00:00:00Z`).getUTCDay() || 7
  await ready(
    buildRule({ id: 'today', memberDay: String(today), duration: 8 }),
    buildRule({ id: 'another', memberDay: String((today % 7) + 1), duration: 8 }),
    buildRule({ id: 'queue', consumeMode: 'lineup', duration: 8 }),
    buildRule({ id: 'vip', memberLevel: 'vip', memberLevels: ['vip'], duration: 8 }),
  )
  await counter.handlers.members.find({ id: '100001' })
  await cutOff()
  expect(await refused('today')).toBe('no refusal')
  expect((await refused('another'))[0]).toBe('sessions.ruleWeekday')
  expect((await refused('queue'))[0]).toBe('sessions.ruleLineup')
  expect((await refused('vip', '100001'))[0]).toBe('sessions.ruleLevel')
  // Nobody here knows the level of this one; the server will.
  expect(await refused('vip', '100009')).toBe('no refusal')
})

it('reads the uses of limited rules when other terminals start sessions', async () => {
  await ready(limited({ id: 'daily', dayLimitCount: 4 }), buildRule({ id: 'open' }))
  expect(await used('daily')).toBe(0)
  server.rules = [limited({ id: 'daily', dayLimitCount: 4, usedToday: 3 }), buildRule({ id: 'open' })]
  server.push({ cmd: 'changed', topic: 'playRecords', orgCode: venue.orgCode })
  await counter.until(
    () => used('daily'),
    (uses) => uses === 3,
  )
})
