import type { z } from 'zod'
import type { SecureStore } from './secure-store.ts'

/** Reads a JSON entry of the secure store; null if missing or not valid by the schema. */
export function readEntry<S extends z.ZodType>(store: SecureStore, name: string, schema: S): z.output<S> | null {
  const text = store.get(name)
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
