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

/** Now in whole seconds, the same for everybody on the page; only what asks is drawn anew each second. */
export const useSecond = (): number => useSyncExternalStore(listen, () => second)
