import { describe, expect, it } from 'vitest'
import { createTogether } from './together.ts'

/** A statement that is answered when the test says so. */
function stepwise() {
  const asked: { keys: string[]; answer: (done: Record<string, string>) => void; fail: (error: Error) => void }[] = []
  const trouble: unknown[] = []
  const together = createTogether<string>(
    (items) => new Promise((answer, fail) => void asked.push({ keys: items.map(({ key }) => key), answer, fail })),
    (error) => trouble.push(error),
  )
  return { asked, trouble, ask: (key: string, scope = 'A01') => together({ key, scope, scopeEnd: `${scope}~` }) }
}

describe('calls that come together', () => {
  it('go at once while there is room, and gather while there is none', async () => {
    const { asked, ask } = stepwise()
    const answers = ['a', 'b', 'c', 'd'].map((key) => ask(key))
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    asked[0]?.answer({ a: 'A' })
    await expect(answers[0]).resolves.toBe('A')
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd']])
    asked[2]?.answer({ d: 'D' })
    // What the statement left alone has no answer.
    await expect(Promise.all(answers.slice(2))).resolves.toEqual([undefined, 'D'])
  })

  it('wait for nobody with the same key: the second goes alone, until the first is done', async () => {
    const { asked, ask } = stepwise()
    const first = ask('a')
    await expect(ask('a')).resolves.toBeUndefined()
    asked[0]?.answer({ a: 'A' })
    await expect(first).resolves.toBe('A')
    void ask('a')
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a']])
  })

  it('go on by themselves where the statement fails, and so do those behind them', async () => {
    const { asked, trouble, ask } = stepwise()
    const answers = ['a', 'b', 'c'].map((key) => ask(key))
    asked[0]?.fail(new Error('one of them was wrong'))
    await expect(answers[0]).resolves.toBeUndefined()
    expect(trouble).toEqual([new Error('one of them was wrong')])
    // Without a database nobody gets on alone either.
    const outage = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    asked[1]?.fail(outage)
    await expect(answers[1]).rejects.toBe(outage)
    asked[2]?.answer({ c: 'C' })
    await expect(answers[2]).resolves.toBe('C')
  })

  it('are of one scope in one statement', () => {
    const { asked, ask } = stepwise()
    for (const key of ['a', 'b', 'c']) void ask(key)
    void ask('d', 'A02')
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['d']])
  })

  it('are no more in one statement than one may take long for', () => {
    const { asked, ask } = stepwise()
    for (let n = 0; n < 80; n++) void ask(String(n))
    asked[0]?.answer({})
    asked[1]?.answer({})
    return expect.poll(() => asked.map(({ keys }) => keys.length)).toEqual([1, 1, 32, 32])
  })
})
