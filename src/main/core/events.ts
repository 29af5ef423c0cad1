/** Event bus between parts of the terminal, by name and payload. */
export interface Events<E> {
  emit<K extends keyof E & string>(name: K, payload: E[K]): void
  on<K extends keyof E & string>(name: K, listener: (payload: E[K]) => void): void
}

/** Creates an event bus. Listeners run synchronously, in order of registration. */
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
