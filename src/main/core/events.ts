/** What parts of the terminal tell each other: by name, with what belongs to it. */
export interface Events<E> {
  emit<K extends keyof E & string>(name: K, payload: E[K]): void
  on<K extends keyof E & string>(name: K, listener: (payload: E[K]) => void): void
}

/** Parts tell what happened without knowing who listens; listeners run at once, in the order in which they came. */
export function createEvents<E>(): Events<E> {
  const listeners = new Map<string, ((payload: never) => void)[]>()
  return {
    emit(name, payload) {
      for (const listener of listeners.get(name) ?? []) listener(payload as never)
    },
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener])
    },
  }
}
