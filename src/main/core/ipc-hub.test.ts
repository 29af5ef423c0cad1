import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isOwnPage } from '#main/core/windows/own-page.ts'
import { AppError } from '#shared/core/errors.ts'
import { type IpcReply, ipcGroup } from '#shared/core/ipc.ts'
import { createIpcHub, type IpcCallEvent } from './ipc-hub.ts'
import type { Log } from './log.ts'

const cards = ipcGroup(
  {
    find: {
      input: z.object({ card: z.string().min(1), pages: z.number().default(1) }),
      result: z.object({ name: z.string() }),
    },
  },
  { scanned: z.object({ card: z.string() }) },
)

type Handler = (input: { card: string; pages: number }) => Promise<{ name: string }>

function openHub(find: Handler = async () => ({ name: 'racer' })) {
  const channels = new Map<string, (event: IpcCallEvent, input: unknown) => Promise<IpcReply<unknown>>>()
  const sent: unknown[][] = []
  const logged: { level: string; message: string; fields?: Record<string, unknown> }[] = []
  const at = (level: string) => (message: string, fields?: Record<string, unknown>) =>
    void logged.push({ level, message, ...(fields ? { fields } : {}) })
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  const hub = createIpcHub({
    main: { handle: (channel, listener) => void channels.set(channel, listener) },
    contract: { cards },
    windows: () => [{ id: 7, send: (channel, payload) => void sent.push([channel, payload]) }],
    isOwnPage,
    log,
  })
  hub.registerIpc('cards', cards, { find })
  const top: IpcCallEvent = { sender: { id: 7 }, senderFrame: { url: 'app://pitlane/index.html#/x', parent: null } }
  const call = async (input: unknown, event = top) => {
    const listener = channels.get('app:cards.find')
    if (!listener) throw new Error('no such channel')
    return listener(event, input)
  }
  return { hub, call, sent, logged }
}

describe('ipc hub', () => {
  it('hands the parsed input to the handler and strips what the result schema does not name', async () => {
    const { call } = openHub(async ({ card, pages }) => ({ name: `${card}/${pages}`, phone: '13800001111' }))
    expect(await call({ card: 'A', extra: 1 })).toEqual({ ok: true, value: { name: 'A/1' } })
  })

  it('names the field of an invalid input and does not run the handler', async () => {
    let ran = false
    const { call } = openHub(async () => {
      ran = true
      return { name: '' }
    })
    expect(await call({ card: '' })).toMatchObject({
      ok: false,
      error: { code: 'common.invalidInput', details: { field: 'card' } },
    })
    expect(await call(undefined)).toMatchObject({ error: { code: 'common.invalidInput', details: { field: '' } } })
    expect(ran).toBe(false)
  })

  it('returns an expected failure with its details', async () => {
    const { call } = openHub(() => Promise.reject(new AppError('members.notFound', { field: 'card' })))
    expect(await call({ card: 'A' })).toEqual({
      ok: false,
      error: { code: 'members.notFound', details: { field: 'card' } },
    })
  })

  it('reports a bug by an id that is also in the log', async () => {
    const { call, logged } = openHub(() => Promise.reject(new TypeError('secret detail')))
    const reply = await call({ card: 'A' })
    expect(JSON.stringify(reply)).not.toContain('secret detail')
    const { error } = reply as { error: { code: string; details: { requestId: string } } }
    expect(error.code).toBe('common.internal')
    expect(logged.at(-1)?.fields).toMatchObject({ channel: 'app:cards.find', requestId: error.details.requestId })
  })

  it('treats an invalid result as a bug', async () => {
    const { call } = openHub(() => Promise.resolve({} as { name: string }))
    expect(await call({ card: 'A' })).toMatchObject({ ok: false, error: { code: 'common.internal' } })
  })

  it.each([
    ['a window it did not open', { sender: { id: 8 }, senderFrame: { url: 'app://pitlane/index.html', parent: null } }],
    ['a frame inside the page', { sender: { id: 7 }, senderFrame: { url: 'app://pitlane/index.html', parent: {} } }],
    [
      'a page of another origin',
      { sender: { id: 7 }, senderFrame: { url: 'https://pitlane/index.html', parent: null } },
    ],
    ['another host of the scheme', { sender: { id: 7 }, senderFrame: { url: 'app://pitlane.evil/', parent: null } }],
    ['a frame that has gone', { sender: { id: 7 }, senderFrame: null }],
  ])('refuses %s', async (_name, event: IpcCallEvent) => {
    let ran = false
    const { call } = openHub(async () => {
      ran = true
      return { name: '' }
    })
    expect(await call({ card: 'A' }, event)).toMatchObject({ ok: false, error: { code: 'auth.forbidden' } })
    expect(ran).toBe(false)
  })

  it('sends events parsed by their schema, and drops invalid ones', () => {
    const { hub, sent, logged } = openHub()
    hub.emit('cards', 'scanned', { card: 'A', phone: '13800001111' })
    hub.emit('cards', 'scanned', { card: 1 })
    hub.emit('cards', 'unheard', {})
    expect(sent).toEqual([['app:cards.scanned', { card: 'A' }]])
    expect(logged.filter(({ level }) => level === 'error')).toHaveLength(2)
  })

  it('refuses to start if a call has no handler', () => {
    const { hub } = openHub()
    expect(() => hub.registerIpc('cards', cards, {} as { find: Handler })).toThrow('no handler for cards.find')
  })
})
