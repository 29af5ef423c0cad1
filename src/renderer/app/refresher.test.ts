import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { until } from '#tests/support/until.ts'
import { createRefresher } from './refresher.ts'

it('shows the data read for a push, however many pushes arrive meanwhile, and reads once more for those', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })
  const answers: ((floor: string) => void)[] = []
  const shown: unknown[] = []
  const board = new QueryObserver(queries, {
    queryKey: ['floor'],
    queryFn: ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        answers.push(resolve)
        signal.addEventListener('abort', () => reject(new Error('given up')))
      }),
  })
  const close = board.subscribe(({ data }) => shown.push(data))
  answers[0]?.('at first')
  await until(() => expect(shown).toContain('at first'))

  const refresh = createRefresher(queries)
  const refreshed = [refresh('floor')]
  await until(() => expect(answers).toHaveLength(2))
  for (let push = 0; push < 10; push++) refreshed.push(refresh('floor'))
  answers[1]?.('after the first push')
  await until(() => expect(shown).toContain('after the first push'))
  await until(() => expect(answers).toHaveLength(3))
  answers[2]?.('after the last push')
  await until(() => expect(shown.at(-1)).toBe('after the last push'))
  await Promise.all(refreshed)
  expect(answers).toHaveLength(3)

  // A push after all reads are done starts its own read.
  const later = refresh('floor')
  await until(() => expect(answers).toHaveLength(4))
  answers[3]?.('later')
  await later
  expect(board.getCurrentResult().data).toBe('later')
  close()
  queries.clear()
})

it('reads again after a first read that began before the push', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })
  const answers: ((floor: string) => void)[] = []
  const board = new QueryObserver(queries, {
    queryKey: ['floor'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const close = board.subscribe(() => undefined)
  expect(answers).toHaveLength(1)

  const refreshed = createRefresher(queries)('floor')
  answers[0]?.('before the push')
  await until(() => expect(answers).toHaveLength(2))
  answers[1]?.('after the push')
  await refreshed
  expect(board.getCurrentResult().data).toBe('after the push')
  expect(answers).toHaveLength(2)
  close()
  queries.clear()
})
