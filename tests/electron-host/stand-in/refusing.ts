import { EventEmitter } from 'node:events'

/** Members that the language itself reads from any object; any other unknown member is an Electron call that is missing here. */
const asked = new Set([
  'then',
  'toJSON',
  'default',
  '__esModule',
  'constructor',
  'asymmetricMatch',
  '$$typeof',
  'nodeType',
])

const lacking = (name: string): Error => new Error(`${name} is not implemented by the Electron host for tests`)

/** The same object, but reading a missing member throws instead of returning undefined. */
export function refusing<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target) && !asked.has(key)) throw lacking(`${name}.${key}`)
      return Reflect.get(target, key, receiver)
    },
    set(target, key, value) {
      if (typeof key === 'string' && !(key in target)) throw lacking(`setting ${name}.${key}`)
      return Reflect.set(target, key, value)
    },
  })
}

/** Stands for a whole part of Electron that the host does not have. */
export function missing(name: string): unknown {
  const refuse = () => {
    throw lacking(name)
  }
  return new Proxy(refuse, {
    get(_target, key) {
      if (typeof key === 'symbol' || asked.has(key)) return undefined
      throw lacking(`${name}.${key}`)
    },
    construct: refuse,
    apply: refuse,
  })
}

/** Refuses options that the host would silently ignore. */
export function checkOptions(name: string, given: object, known: readonly string[]): void {
  const [unknown] = Object.keys(given).filter((key) => !known.includes(key))
  if (unknown) throw lacking(`${name}: the option "${unknown}"`)
}

/** An event emitter on which listening to an event that the host never sends throws. */
export class KnownEvents extends EventEmitter {
  readonly eventSource: string
  readonly known: readonly string[]

  constructor(eventSource: string, known: readonly string[]) {
    super()
    this.eventSource = eventSource
    this.known = known
    this.setMaxListeners(0)
  }

  check(event: string | symbol): void {
    const name = String(event)
    if (!['newListener', 'removeListener', 'error', ...this.known].includes(name))
      throw lacking(`the event "${name}" of ${this.eventSource}`)
  }

  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    this.check(event)
    return super.on(event, listener as (...args: unknown[]) => void)
  }

  override once(event: string | symbol, listener: (...args: never[]) => void): this {
    this.check(event)
    return super.once(event, listener as (...args: unknown[]) => void)
  }

  override addListener(event: string | symbol, listener: (...args: never[]) => void): this {
    return this.on(event, listener)
  }
}

/** An event whose default can be prevented, as Electron hands it to listeners. */
export function preventable<T extends object>(fields: T): T & { defaultPrevented: boolean; preventDefault(): void } {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
