import { expect, it } from 'vitest'
import { type Exchange, type HttpTransport, lazyTransport } from './http-transport.ts'

const exchange: Exchange = { method: 'GET', path: '/x', language: 'en' }
const carrier: HttpTransport = async ({ path }) => ({
  status: 200,
  type: '',
  disposition: '',
  body: new TextEncoder().encode(path),
})

it('loads a lazy carrier once for all requests', async () => {
  let fetched = 0
  const carry = lazyTransport(async () => {
    fetched += 1
    return carrier
  })
  const answers = await Promise.all([carry(exchange), carry(exchange)])
  expect(answers).toHaveLength(2)
  expect(fetched).toBe(1)
})

it('is offline while a lazy carrier cannot be loaded, and tries again', async () => {
  let isThere = false
  const carry = lazyTransport(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return carrier
  })
  await expect(carry(exchange)).rejects.toMatchObject({ code: 'common.offline' })
  isThere = true
  expect(await carry(exchange)).toMatchObject({ status: 200 })
})
