import { expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

it('a rate limit refuses more calls of one name within a minute, and none of others', () => {
  let now = 0
  const limit = createRateLimit(3, () => now)
  for (let count = 0; count < 3; count++) limit.count('one')
  expect(() => limit.count('one')).toThrow('common.tooManyRequests')
  expect(() => limit.count('other')).not.toThrow()
  now = 59_999
  expect(() => limit.count('one')).toThrow('common.tooManyRequests')
  now = 60_000
  expect(() => limit.count('one')).not.toThrow()
})
