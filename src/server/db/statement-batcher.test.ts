import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStatementBatcher } from './statement-batcher.ts'

/** A statement that the test answers; calls that run alone return their key unless the test sets another answer. */
function stepwise() {
  const asked: { keys: string[]; answer: (done: Record<string, string>) => void; fail: (error: Error) => void }[] = []
  const alone: string[] = []
  const trouble: unknown[] = []
  const together = createStatementBatcher<string>(
    (items) => new Promise((answer, fail) => void asked.push({ keys: items.map(({ key }) => key), answer, fail })),
    (error) => trouble.push(error),
  )
  const byItself = (key: string, work: Promise<string>) => () => {
    alone.push(key)
    return work
  }
  const ask = (key: string, { scope = 'A01', work = Promise.resolve(`${key} alone`) } = {}) =>
    together({ key, scope, scopeEnd: `${scope}~` }, byItself(key, work))
  /** An earlier call that runs until the test ends it. */
  const occupy = (scope = 'A01') => {
    const held = Promise.withResolvers<string>()
    return { done: ask(`first of ${scope}`, { scope, work: held.promise }), end: () => held.resolve('done') }
  }
  return { asked, alone, trouble, ask, occupy, keys: () => asked.map((one) => one.keys) }
}

describe('simultaneous calls', () => {
  afterEach(() => void vi.useRealTimers())

  it('run alone while no other call runs, or only one that does not end', async () => {
    const { asked, alone, ask } = stepwise()
    await expect(ask('a')).resolves.toBe('a alone')
    await expect(ask('b', { work: Promise.reject(new Error('no money')) })).rejects.toThrow('no money')
    await expect(ask('b')).resolves.toBe('b alone')
    expect([asked, alone]).toEqual([[], ['a', 'b', 'b']])
  })

  it('run at once while there is capacity, and are collected while there is none', async () => {
    const { asked, keys, ask, occupy } = stepwise()
    const first = occupy()
    const answers = ['a', 'b', 'c', 'd'].map((key) => ask(key))
    // A call that runs alone delays no other call, however long it takes.
    expect(keys()).toEqual([['a'], ['b']])
    asked[0]?.answer({ a: 'A' })
    await expect(answers[0]).resolves.toBe('A')
    expect(keys()).toEqual([['a'], ['b'], ['c', 'd']])
    asked[2]?.answer({ d: 'D' })
    // Items that the statement did not process run alone.
    await expect(Promise.all(answers.slice(2))).resolves.toEqual(['c alone', 'D'])
    first.end()
    await expect(first.done).resolves.toBe('done')
  })

  it('start in parallel when as many are collected as are running', async () => {
    const { asked, keys, ask, occupy } = stepwise()
    occupy()
    const answers = ['a', 'b', 'c', 'd', 'e'].map((key) => ask(key))
    asked[0]?.answer({ a: 'A' })
    await answers[0]
    asked[1]?.answer({ b: 'B' })
    await answers[1]
    // Three are running, so two more are too few for a statement of their own.
    for (const key of ['f', 'g']) void ask(key)
    expect(keys()).toEqual([['a'], ['b'], ['c', 'd', 'e']])
    void ask('h')
    expect(keys()).toEqual([['a'], ['b'], ['c', 'd', 'e'], ['f', 'g', 'h']])
  })

  it('do not wait for a long statement, which may be waiting for a lock', async () => {
    vi.useFakeTimers()
    const { asked, keys, ask, occupy } = stepwise()
    occupy()
    const answers = ['a', 'b', 'c', 'd', 'e'].map((key) => ask(key))
    asked[0]?.answer({ a: 'A' })
    asked[1]?.answer({ b: 'B' })
    await Promise.all(answers.slice(0, 2))
    void ask('f')
    expect(keys().at(-1)).toEqual(['c', 'd', 'e'])
    vi.advanceTimersByTime(1000)
    expect(keys().at(-1)).toEqual(['f'])
  })

  it('with the same key do not share a batch: the second runs alone until the first is done', async () => {
    const { asked, keys, ask, occupy } = stepwise()
    occupy()
    const first = ask('a')
    await expect(ask('a')).resolves.toBe('a alone')
    asked[0]?.answer({ a: 'A' })
    await expect(first).resolves.toBe('A')
    void ask('a')
    expect(keys()).toEqual([['a'], ['a']])
  })

  it('run alone after the statement fails, and so do those queued behind them', async () => {
    const { asked, trouble, ask, occupy } = stepwise()
    occupy()
    const answers = ['a', 'b', 'c'].map((key) => ask(key))
    asked[0]?.fail(new Error('one of them was wrong'))
    await expect(answers[0]).resolves.toBe('a alone')
    expect(trouble).toEqual([new Error('one of them was wrong')])
    // During an outage of the database running alone fails too.
    const outage = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    asked[1]?.fail(outage)
    await expect(answers[1]).rejects.toBe(outage)
    asked[2]?.answer({ c: 'C' })
    await expect(answers[2]).resolves.toBe('C')
  })

  it('share a statement only within one scope', () => {
    const { keys, ask, occupy } = stepwise()
    occupy()
    occupy('A02')
    for (const key of ['a', 'b', 'c']) void ask(key)
    void ask('d', { scope: 'A02' })
    expect(keys()).toEqual([['a'], ['b'], ['d']])
  })

  it('are limited in number per statement', () => {
    const { asked, keys, ask, occupy } = stepwise()
    occupy()
    for (let n = 0; n < 80; n++) void ask(String(n))
    asked[0]?.answer({})
    asked[1]?.answer({})
    return expect.poll(() => keys().map(({ length }) => length)).toEqual([1, 1, 32, 32])
  })
})
