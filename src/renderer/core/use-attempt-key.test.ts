import { expect, it } from 'vitest'
import { attemptKeys } from './use-attempt-key.ts'

const order = { userId: '100001', amount: 100 }

it('gives the same body another key once it has succeeded', async () => {
  const withKey = attemptKeys()
  const first = await withKey(order, async (key) => key)
  expect(await withKey(order, async (key) => key)).not.toBe(first)
})

it('keeps the key of a body until it succeeds', async () => {
  const withKey = attemptKeys()
  const sent: string[] = []
  const lost = async (key: string) => {
    sent.push(key)
    throw new Error('no answer')
  }
  await expect(withKey(order, lost)).rejects.toThrow()
  await expect(withKey({ ...order }, lost)).rejects.toThrow()
  expect(await withKey(order, async (key) => key)).toBe(sent[0])
  expect(sent[1]).toBe(sent[0])
})

it('gives another body another key', async () => {
  const withKey = attemptKeys()
  const keys: string[] = []
  const refused = async (key: string) => {
    keys.push(key)
    throw new Error('refused')
  }
  await expect(withKey(order, refused)).rejects.toThrow()
  await expect(withKey({ ...order, amount: 200 }, refused)).rejects.toThrow()
  expect(keys[1]).not.toBe(keys[0])
})

it('keeps the key of a body that was sent while another one was under way', async () => {
  const withKey = attemptKeys()
  const answered = Promise.withResolvers<void>()
  const earlier = withKey(order, () => answered.promise)
  let key = ''
  const lost = withKey({ ...order, amount: 200 }, async (own) => {
    key = own
    throw new Error('no answer')
  })
  await expect(lost).rejects.toThrow()
  answered.resolve()
  await earlier
  expect(await withKey({ ...order, amount: 200 }, async (own) => own)).toBe(key)
})
