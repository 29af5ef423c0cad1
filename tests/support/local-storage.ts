import { vi } from 'vitest'

/** Gives code of a browser a local storage, and returns what is stored there; `vi.unstubAllGlobals` takes it away again. */
export function stubLocalStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return stored
}
