import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStatementBatcher } from './statement-batcher.ts'

/** A statement that is answered when the test says so; what goes alone is answered by its key, where nothing else is said. */
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
  /** Somebody who has come first, and is at work as long as the test wants. */
  const occupy = (scope = 'A01') => {
    const held = Promise.withResolvers<string>()
    return { done: ask(`first of ${scope}`, { scope, work: held.promise }), end: () => held.resolve('done') }
  }
  return { asked, alone, trouble, ask, occupy, keys: () => asked.map((one) => one.keys) }
}

describe('calls that come together', () => {
  afterEach(() => void vi.useRealTimers())

  it('go alone while nobody else is at work, with one who does not end too', async () => {
    const { asked, alone, ask } = stepwise()
    await expect(ask('a')).resolves.toBe('a alone')
    await expect(ask('b', { work: Promise.reject(new Error('no money')) })).rejects.toThrow('no money')
    await expect(ask('b')).resolves.toBe('b alone')
    expect([asked, alone]).toEqual([[], ['a', 'b', 'b']])
  })

  it('go at once while there is room, and gather while there is none', async () => {
    const { asked, keys, ask, occupy } = stepwise()
    const first = occupy()
    const answers = ['a', 'b', 'c', 'd'].map((key) => ask(key))
    // Whoever goes alone keeps nobody waiting, however long that takes.
    expect(keys()).toEqual([['a'], ['b']])
    asked[0]?.answer({ a: 'A' })
    await expect(answers[0]).resolves.toBe('A')
    expect(keys()).toEqual([['a'], ['b'], ['c', 'd']])
    asked[2]?.answer({ d: 'D' })
    // What the statement left alone goes alone.
    await expect(Promise.all(answers.slice(2))).resolves.toEqual(['c alone', 'D'])
    first.end()
    await expect(first.done).resolves.toBe('done')
  })

  it('begin beside others when as many have gathered as are at work', async () => {
    const { asked, keys, ask, occupy } = stepwise()
    occupy()
    const answers = ['a', 'b', 'c', 'd', 'e'].map((key) => ask(key))
    asked[0]?.answer({ a: 'A' })
    await answers[0]
    asked[1]?.answer({ b: 'B' })
    await answers[1]
    // Three are at work: two who come meanwhile are too few for a statement of their own.
    for (const key of ['f', 'g']) void ask(key)
    expect(keys()).toEqual([['a'], ['b'], ['c', 'd', 'e']])
    void ask('h')
    expect(keys()).toEqual([['a'], ['b'], ['c', 'd', 'e'], ['f', 'g', 'h']])
  })

  it('do not wait with a statement that takes long, which may be waiting for somebody', async () => {
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

  it('wait for nobody with the same key: the second goes alone, until the first is done', async () => {
    const { asked, keys, ask, occupy } = stepwise()
    occupy()
    const first = ask('a')
    await expect(ask('a')).resolves.toBe('a alone')
    asked[0]?.answer({ a: 'A' })
    await expect(first).resolves.toBe('A')
    void ask('a')
    expect(keys()).toEqual([['a'], ['a']])
  })

  it('go on by themselves where the statement fails, and so do those behind them', async () => {
    const { asked, trouble, ask, occupy } = stepwise()
    occupy()
    const answers = ['a', 'b', 'c'].map((key) => ask(key))
    asked[0]?.fail(new Error('one of them was wrong'))
    await expect(answers[0]).resolves.toBe('a alone')
    expect(trouble).toEqual([new Error('one of them was wrong')])
    // Without a database nobody gets on alone either.
    const outage = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    asked[1]?.fail(outage)
    await expect(answers[1]).rejects.toBe(outage)
    asked[2]?.answer({ c: 'C' })
    await expect(answers[2]).resolves.toBe('C')
  })

  it('are of one scope in one statement', () => {
    const { keys, ask, occupy } = stepwise()
    occupy()
    occupy('A02')
    for (const key of ['a', 'b', 'c']) void ask(key)
    void ask('d', { scope: 'A02' })
    expect(keys()).toEqual([['a'], ['b'], ['d']])
  })

  it('are no more in one statement than one may take long for', () => {
    const { asked, keys, ask, occupy } = stepwise()
    occupy()
    for (let n = 0; n < 80; n++) void ask(String(n))
    asked[0]?.answer({})
    asked[1]?.answer({})
    return expect.poll(() => keys().map(({ length }) => length)).toEqual([1, 1, 32, 32])
  })
})
