import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let second = Math.floor(Date.now() / 1000)
let ticking: ReturnType<typeof setInterval> | undefined

function listen(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    second = Math.floor(Date.now() / 1000)
    for (const one of listeners) one()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** The current time in whole seconds, shared by the page; only its users are rendered each second. */
export const useSecond = (): number => useSyncExternalStore(listen, () => second)
