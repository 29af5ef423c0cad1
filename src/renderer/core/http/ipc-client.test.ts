import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type IpcReply, ipcGroup } from '#shared/core/ipc.ts'
import { createIpcClient } from './ipc-client.ts'

const contract = {
  cards: ipcGroup(
    { find: { input: z.object({ card: z.string() }), result: z.object({ name: z.string() }) } },
    { scanned: z.object({ card: z.string() }) },
  ),
}

function open(reply: IpcReply<unknown>) {
  const invoked: unknown[][] = []
  const listeners = new Map<string, (payload: unknown) => void>()
  const client = createIpcClient(
    {
      invoke: async (channel, input) => {
        invoked.push([channel, input])
        return reply
      },
      on: (channel, listener) => {
        listeners.set(channel, listener)
        return () => void listeners.delete(channel)
      },
    },
    contract,
  )
  return { client, invoked, listeners }
}

describe('ipc client', () => {
  it('calls the channel of the contract and returns the value', async () => {
    const { client, invoked } = open({ ok: true, value: { name: 'racer' } })
    expect(await client.cards.find({ card: 'A' })).toEqual({ name: 'racer' })
    expect(invoked).toEqual([['app:cards.find', { card: 'A' }]])
  })

  it('rejects with the error from main', async () => {
    const { client } = open({ ok: false, error: { code: 'members.notFound', details: { field: 'card' } } })
    await expect(client.cards.find({ card: 'A' })).rejects.toMatchObject({
      name: 'AppError',
      code: 'members.notFound',
      details: { field: 'card' },
    })
  })

  it('listens until unsubscribed, and only to events of the contract', () => {
    const { client, listeners } = open({ ok: true, value: null })
    const heard: unknown[] = []
    const stop = client.cards.on('scanned', (payload) => heard.push(payload))
    listeners.get('app:cards.scanned')?.({ card: 'A' })
    stop()
    expect(heard).toEqual([{ card: 'A' }])
    expect(listeners.size).toBe(0)
    expect(() => client.cards.on('unheard' as 'scanned', () => undefined)).toThrow('no event cards.unheard')
  })
})
