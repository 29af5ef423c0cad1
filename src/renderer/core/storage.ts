/** Reads a stored JSON value; null when there is none, when it is broken, or when storage is not allowed. */
export function readStored(key: string): unknown {
  try {
    const raw = localStorage.getItem(key)
    return raw === null ? null : JSON.parse(raw)
  } catch {
    return null
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
