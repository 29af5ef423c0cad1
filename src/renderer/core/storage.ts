/** Reads a stored JSON value; null when it is missing or invalid, or when storage is not allowed. */
export function readStored(key: string): unknown {
  try {
    const raw = localStorage.getItem(key)
    return raw === null ? null : JSON.parse(raw)
  } catch {
    return null
  }
}

/** Reads from `sessionStorage`: per browser window, survives a reload. */
export function readOfWindow(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function storeInWindow(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // See `store`.
  }
}

/** Stores a value, or removes it when null; failures are ignored. */
export function store(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private windows may refuse storage; nothing in this page depends on it.
  }
}
