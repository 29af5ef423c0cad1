import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Live } from './emitter.ts'

const PRODUCT = 'Pitlane'

export const useLive = <T>(live: Live<T>): T => useSyncExternalStore(live.subscribe, live.get)

/** The current time in ms, updated every `everyMs`; for clocks and ages. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Sets the title of the window or browser tab. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = name === '' ? PRODUCT : `${name} · ${PRODUCT}`
  }, [name])
}

/** Whether the window is narrower than a width (spec §2: mobile layouts under 1088 px and 768 px). */
export const useNarrow = (width: number): boolean => useMedia(`(max-width: ${width - 0.02}px)`)

/** Whether a media query matches; updates on change. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
