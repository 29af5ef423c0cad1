import { useEffect, useRef } from 'react'

const SIGNS_OF_LIFE = ['pointerdown', 'keydown'] as const

/** Calls back after a time without input. */
export function useIdle(afterMs: number, onIdle: () => void): void {
  const latest = useRef(onIdle)
  latest.current = onIdle
  useEffect(() => {
    let timer = 0
    const restart = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => latest.current(), afterMs)
    }
    restart()
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, restart, true)
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, restart, true)
    }
  }, [afterMs])
}
