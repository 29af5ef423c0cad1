/** Reads a stored JSON value; null when there is none, when it is broken, or when storage is not allowed. */
export function readStored(key: string): unknown {
  try {
    const raw = localStorage.getItem(key)
    return raw === null ? null : JSON.parse(raw)
  } catch {
    return null
  }
}

/** The same for one window of the browser, until it is closed; a reload finds it. */
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
    // As below.
  }
}

/** Remembers a value, or forgets it when it is null; a browser that refuses storage only forgets earlier. */
export function store(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private windows may refuse; nothing depends on it within this page.
  }
}
