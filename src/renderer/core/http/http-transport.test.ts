import { expect, it } from 'vitest'
import { type Exchange, type HttpTransport, lazyTransport } from './http-transport.ts'

const exchange: Exchange = { method: 'GET', path: '/x', language: 'en' }
const transport: HttpTransport = async ({ path }) => ({
  status: 200,
  type: '',
  disposition: '',
  body: new TextEncoder().encode(path),
})

it('loads a lazy transport once for all requests', async () => {
  let fetched = 0
  const send = lazyTransport(async () => {
    fetched += 1
    return transport
  })
  const answers = await Promise.all([send(exchange), send(exchange)])
  expect(answers).toHaveLength(2)
  expect(fetched).toBe(1)
})

it('is offline while a lazy transport cannot be loaded, and tries again', async () => {
  let isThere = false
  const send = lazyTransport(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return transport
  })
  await expect(send(exchange)).rejects.toMatchObject({ code: 'common.offline' })
  isThere = true
  expect(await send(exchange)).toMatchObject({ status: 200 })
})
