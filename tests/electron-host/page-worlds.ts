import type { Codec } from './codec.ts'

/** Sends values to the other world of the same frame and receives them from there. */
export interface WorldPort {
  expose(key: string, api: unknown): void
  /** Receives the windows that the page wanted to open; the host opens none. */
  onOpen(listener: (url: string) => void): void
}

/**
 * One end of the bridge between the page's world and the preload's world of a frame. Both see the same document but not each
 * other's objects: Chromium clones the detail of a DOM event between them, and dispatching is synchronous. Runs in the page by
 * its source text: it may use nothing from outside itself.
 */
export function openWorldPort({ side, secret }: { side: 'page' | 'preload'; secret: string }): WorldPort {
  type Packed =
    | { kind: 'value'; value: unknown }
    | { kind: 'function'; id: number }
    | { kind: 'promise'; id: number }
    | { kind: 'error'; message: string; stack: string }
    | { kind: 'array'; items: Packed[] }
    | { kind: 'object'; fields: Record<string, Packed> }
  type Message =
    | { type: 'hello' }
    | { type: 'expose'; key: string; api: Packed }
    | { type: 'open'; url: string }
    | { type: 'call'; call: number; id: number; args: Packed[] }
    | { type: 'return'; call: number; ok: boolean; value: Packed }
    | { type: 'settle'; id: number; ok: boolean; value: Packed }
  const target = document
  const { addEventListener, dispatchEvent } = target
  const { CustomEvent } = window
  const name = (of: string) => `${secret}-${of}`
  const functions: ((...args: unknown[]) => unknown)[] = []
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  const returns = new Map<number, { ok: boolean; value: Packed }>()
  const exposed = new Map<string, Packed>()
  let lastId = 0
  let opening: (url: string) => void = () => undefined

  const send = (detail: Message) => dispatchEvent.call(target, new CustomEvent(name(side), { detail }))

  const pack = (value: unknown): Packed => {
    if (typeof value === 'function') {
      const known = functions.indexOf(value as () => unknown)
      return { kind: 'function', id: known >= 0 ? known : functions.push(value as () => unknown) - 1 }
    }
    if (value instanceof Promise) {
      lastId += 1
      const id = lastId
      const settle = (ok: boolean) => (result: unknown) => send({ type: 'settle', id, ok, value: packSafely(result) })
      value.then(settle(true), settle(false))
      return { kind: 'promise', id }
    }
    if (value instanceof Error) return { kind: 'error', message: value.message, stack: value.stack ?? '' }
    if (Array.isArray(value)) return { kind: 'array', items: value.map(pack) }
    if (typeof value === 'object' && value !== null) {
      const prototype: unknown = Object.getPrototypeOf(value)
      if (prototype === Object.prototype || prototype === null)
        return { kind: 'object', fields: Object.fromEntries(Object.entries(value).map(([k, v]) => [k, pack(v)])) }
    }
    // Throws here, at the caller, for values that would only arrive as null in the other world.
    return { kind: 'value', value: structuredClone(value) }
  }
  const packSafely = (value: unknown): Packed => {
    try {
      return pack(value)
    } catch (error) {
      return { kind: 'error', message: String(error), stack: '' }
    }
  }

  const call = (id: number, args: unknown[]): unknown => {
    lastId += 1
    const number = lastId
    send({ type: 'call', call: number, id, args: args.map(pack) })
    const answer = returns.get(number)
    returns.delete(number)
    if (!answer) throw new Error('the other world does not answer')
    const value = unpack(answer.value, false)
    if (!answer.ok) throw value
    return value
  }

  const unpack = (packed: Packed, frozen: boolean): unknown => {
    const done = <T>(value: T): T => (frozen ? Object.freeze(value) : value)
    if (packed.kind === 'function') return done((...args: unknown[]) => call(packed.id, args))
    if (packed.kind === 'promise') return new Promise((resolve, reject) => promises.set(packed.id, { resolve, reject }))
    if (packed.kind === 'error') return Object.assign(new Error(packed.message), { stack: packed.stack })
    if (packed.kind === 'array') return done(packed.items.map((item) => unpack(item, frozen)))
    if (packed.kind === 'object')
      return done(Object.fromEntries(Object.entries(packed.fields).map(([k, v]) => [k, unpack(v, frozen)])))
    return packed.value
  }

  const run = (id: number, args: Packed[]): { ok: boolean; value: Packed } => {
    try {
      return { ok: true, value: pack(functions[id]?.(...args.map((item) => unpack(item, false)))) }
    } catch (error) {
      return { ok: false, value: packSafely(error) }
    }
  }

  const receive = (message: Message) => {
    if (message.type === 'hello') for (const [key, api] of exposed) send({ type: 'expose', key, api })
    if (message.type === 'expose' && side === 'page' && !(message.key in window))
      Object.defineProperty(window, message.key, { value: unpack(message.api, true), enumerable: true })
    if (message.type === 'open') opening(message.url)
    if (message.type === 'call') send({ type: 'return', call: message.call, ...run(message.id, message.args) })
    if (message.type === 'return') returns.set(message.call, message)
    if (message.type === 'settle') {
      const waiting = promises.get(message.id)
      promises.delete(message.id)
      if (message.ok) waiting?.resolve(unpack(message.value, false))
      else waiting?.reject(unpack(message.value, false))
    }
  }
  addEventListener.call(target, name(side === 'page' ? 'preload' : 'page'), (event) =>
    receive((event as CustomEvent<Message>).detail),
  )
  if (side === 'page') {
    send({ type: 'hello' })
    // A popup that Chromium opens and the host closes again can hang its opener, so none is opened at all.
    window.open = (url = '') => {
      send({ type: 'open', url: new URL(url, location.href).href })
      return null
    }
    window.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (event.defaultPrevented || !link || !['_blank', '_new'].includes(link.target)) return
      event.preventDefault()
      send({ type: 'open', url: link.href })
    })
  }

  return {
    onOpen(listener) {
      opening = listener
    },
    expose(key, api) {
      if (exposed.has(key))
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`)
      const packed = pack(api)
      exposed.set(key, packed)
      send({ type: 'expose', key, api: packed })
    },
  }
}

/** What a binding transfers from the preload's world to the host. */
export type PreloadMessage =
  | { type: 'invoke'; id: number; channel: string; args: string }
  | { type: 'send'; channel: string; args: string }
  | { type: 'open'; url: string }
  | { type: 'preloadError'; message: string; stack: string }

/**
 * Runs the built preload in its own world with the two parts of `electron` that a sandboxed preload has and ours uses. Runs in
 * the page by its source text: it may use nothing from outside itself.
 */
export function runPreload(
  { binding, receiver }: { binding: string; receiver: string },
  port: WorldPort,
  codec: Codec,
  source: (require: (name: string) => unknown, module: { exports: unknown }, exports: unknown) => void,
): void {
  type Listener = (event: unknown, ...args: unknown[]) => void
  const world = globalThis as unknown as Record<string, (text: string) => void>
  const post = world[binding]
  const tell = (message: PreloadMessage) => post?.(JSON.stringify(message))
  port.onOpen((url) => tell({ type: 'open', url }))
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const listeners = new Map<string, Listener[]>()
  let lastCall = 0

  const refusing = <T extends object>(name: string, object: T): T =>
    new Proxy(object, {
      get(from, key) {
        if (typeof key === 'string' && !(key in from) && key !== 'then')
          throw new Error(`${name}.${key} is not implemented by the Electron host`)
        return Reflect.get(from, key)
      },
    })
  const listen = (channel: string, listener: Listener) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
  }
  const stop = (channel: string, listener: Listener) => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((other) => other !== listener),
    )
  }

  const ipcRenderer = refusing('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const packed = codec.encode(args)
        lastCall += 1
        calls.set(lastCall, { resolve, reject })
        tell({ type: 'invoke', id: lastCall, channel, args: packed })
      }),
    send: (channel: string, ...args: unknown[]) => tell({ type: 'send', channel, args: codec.encode(args) }),
    on: listen,
    addListener: listen,
    once(channel: string, listener: Listener) {
      const wrapped: Listener = (event, ...args) => {
        stop(channel, wrapped)
        listener(event, ...args)
      }
      listen(channel, wrapped)
    },
    off: stop,
    removeListener: stop,
    removeAllListeners: (channel: string) => listeners.delete(channel),
  })
  const contextBridge = refusing('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => port.expose(key, api),
  })
  const electron = refusing('electron', { contextBridge, ipcRenderer })

  world[receiver] = (text) => {
    const { id, channel, ok, value } = codec.decode(text) as {
      id?: number
      channel?: string
      ok?: boolean
      value: unknown
    }
    if (id !== undefined) {
      const call = calls.get(id)
      calls.delete(id)
      if (ok) call?.resolve(value)
      else call?.reject(new Error(String(value)))
    }
    if (channel !== undefined)
      for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer }, ...(value as unknown[]))
  }

  try {
    const module = { exports: {} }
    source(
      (name) => {
        if (name === 'electron') return electron
        throw new Error(`a sandboxed preload cannot load "${name}"`)
      },
      module,
      module.exports,
    )
  } catch (error) {
    const { message = String(error), stack = '' } = error as Partial<Error>
    tell({ type: 'preloadError', message, stack })
    throw error
  }
}
