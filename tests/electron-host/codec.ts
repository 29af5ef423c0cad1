export interface Codec {
  encode(value: unknown): string
  decode(text: string): unknown
}

/**
 * Encodes for DevTools, which knows only JSON, what Electron's IPC transfers by structured clone. Runs in Node and, by its
 * source text, in the page: it may use nothing from outside itself.
 */
export function createCodec(): Codec {
  type Packed = null | boolean | number | string | Packed[] | { [key: string]: Packed }
  const refuse = (what: string): never => {
    throw new Error(`An object could not be cloned: ${what}`)
  }

  const packObject = (value: object, path: object[]): Packed => {
    if (path.includes(value)) refuse('a cycle, which the Electron host does not carry')
    const inner = [...path, value]
    const each = (values: Iterable<unknown>) => Array.from(values, (item) => pack(item, inner))
    if (Array.isArray(value)) return each(value)
    if (value instanceof Date) return { $: 'date', v: pack(value.getTime(), inner) }
    if (value instanceof Map) return { $: 'map', v: each(value) }
    if (value instanceof Set) return { $: 'set', v: each(value) }
    if (value instanceof Error) return { $: 'error', v: [value.name, value.message, value.stack ?? ''] }
    if (value instanceof ArrayBuffer) return { $: 'bytes', v: Array.from(new Uint8Array(value)), t: 'ArrayBuffer' }
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      // Electron also delivers a Buffer as a Uint8Array.
      const name = value.constructor.name === 'Buffer' ? 'Uint8Array' : value.constructor.name
      return { $: 'bytes', v: Array.from(bytes), t: name }
    }
    if (value instanceof Promise || value instanceof WeakMap || value instanceof RegExp) refuse(value.constructor.name)
    const packed = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item, inner)]))
    return '$' in packed ? { $: 'object', v: packed } : packed
  }

  const pack = (value: unknown, path: object[]): Packed => {
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
    if (typeof value === 'number') {
      const plain = Number.isFinite(value) && !Object.is(value, -0)
      return plain ? value : { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) }
    }
    if (typeof value === 'function' || typeof value === 'symbol') return refuse(typeof value)
    if (typeof value === 'object' && value !== null) return packObject(value, path)
    return value as Packed
  }

  const unpackObject = (packed: { [key: string]: Packed }): unknown => {
    const { $: kind, v, t } = packed
    const list = () => (v as Packed[]).map(unpack)
    if (kind === 'undefined') return undefined
    if (kind === 'bigint') return BigInt(v as string)
    if (kind === 'number') return Number(v)
    if (kind === 'date') return new Date(unpack(v as Packed) as number)
    if (kind === 'map') return new Map(list() as [unknown, unknown][])
    if (kind === 'set') return new Set(list())
    if (kind === 'error') {
      const [name, message, stack] = v as string[]
      return Object.assign(new Error(message), { name, stack })
    }
    if (kind === 'bytes') {
      const { buffer } = Uint8Array.from(v as number[])
      if (t === 'ArrayBuffer') return buffer
      const types = globalThis as unknown as Record<string, new (bytes: ArrayBuffer) => unknown>
      const View = types[t as string] ?? Uint8Array
      return new View(buffer)
    }
    const entries = Object.entries(kind === 'object' ? (v as { [key: string]: Packed }) : packed)
    return Object.fromEntries(entries.map(([key, item]) => [key, unpack(item)]))
  }

  const unpack = (packed: Packed): unknown => {
    if (Array.isArray(packed)) return packed.map(unpack)
    if (typeof packed === 'object' && packed !== null) return unpackObject(packed)
    return packed
  }

  return {
    encode: (value) => JSON.stringify(pack(value, [])),
    decode: (text) => unpack(JSON.parse(text) as Packed),
  }
}
