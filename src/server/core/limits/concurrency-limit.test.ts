import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const settled = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    ({ code }) => code,
  )

it('runs a limited number at once, queues the others in order, and frees a turn after a failure too', async () => {
  const { run } = createConcurrencyLimit({ maxRunning: 2, maxWaiting: 3, waitTimeoutMs: 60_000 })
  const begun: number[] = []
  const works = [0, 1, 2, 3, 4].map((index) => {
    const work = Promise.withResolvers<number>()
    const result = settled(
      run(() => {
        begun.push(index)
        return work.promise
      }),
    )
    return { ...work, result }
  })
  expect(await settled(run(async () => 'too many wait'))).toBe('common.busy')
  expect(begun).toEqual([0, 1])
  works[1]?.reject(Object.assign(new Error('failed'), { code: 'failed' }))
  expect(await works[1]?.result).toBe('failed')
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const [index, { resolve }] of works.entries()) resolve(index)
  expect(await Promise.all(works.map(({ result }) => result))).toEqual([0, 'failed', 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await run(async () => 'free again')).toBe('free again')
})

it('refuses only tasks that waited longer than the timeout', async () => {
  const { run } = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 5, waitTimeoutMs: 1 })
  const first = Promise.withResolvers<string>()
  const running = run(() => first.promise)
  expect(await settled(run(async () => 'never'))).toBe('common.busy')
  first.resolve('done')
  expect(await running).toBe('done')
  expect(await run(async () => 'free again')).toBe('free again')
})
