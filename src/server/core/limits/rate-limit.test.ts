import { afterAll, expect, it } from 'vitest'
import { startTestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { createRateLimit } from './rate-limit.ts'

const server = await startTestServer()
const other = await server.startCopy()
afterAll(() => server.stop())

it('a rate limit refuses more calls of one name within a minute at all copies, and none of others', async () => {
  let now = new Date('2026-11-29T10:00:00Z')
  const fail = (error: unknown) => {
    throw error
  }
  const here = createRateLimit(3, server.deps.bus, () => now, fail)
  const there = createRateLimit(3, other.deps.bus, () => now, fail)
  let told = 0
  other.deps.bus.listen((message) => {
    if (message.kind === 'calls') told = message.counts.find(([name]) => name === 'one')?.[1] ?? told
  })
  for (let count = 0; count < 2; count++) here.count('one')
  await until(() => expect(told).toBe(2))
  there.count('one')
  expect(() => there.count('one')).toThrow('common.tooManyRequests')
  expect(() => there.count('other')).not.toThrow()
  here.count('one')
  expect(() => here.count('one')).toThrow('common.tooManyRequests')
  now = new Date('2026-11-29T10:00:59.999Z')
  expect(() => here.count('one')).toThrow('common.tooManyRequests')
  now = new Date('2026-11-29T10:01:00Z')
  for (const limit of [here, there]) expect(() => limit.count('one')).not.toThrow()
  for (const limit of [here, there]) limit.close()
})
