import type { z } from 'zod'
import type { SecureStore } from './secure-store.ts'

/** A JSON entry of the secure store; null when there is none or it is of another shape than today's. */
export function readEntry<S extends z.ZodType>(store: SecureStore, name: string, schema: S): z.output<S> | null {
  const text = store.get(name)
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
