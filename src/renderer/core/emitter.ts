export interface Emitter<T> {
  emit(value: T): void
  /** Adds a listener; the returned function removes it. */
  on(listener: (value: T) => void): () => void
}

export function createEmitter<T>(): Emitter<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    emit: (value) => {
      for (const listener of [...listeners]) listener(value)
    },
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** An observable value, in the form that `useSyncExternalStore` reads. */
export interface Live<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

export function createLive<T>(initial: T): Live<T> & { set(value: T): void } {
  const changes = createEmitter<void>()
  let current = initial
  return {
    get: () => current,
    subscribe: (listener) => changes.on(listener),
    set: (value) => {
      current = value
      changes.emit()
    },
  }
}
