import { useEffect, useState } from 'react'

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** The seconds left until the kiosk resets; each touch restarts them. Null means no timeout. */
export function useIdleTimeout(seconds: number, begunBy: unknown, onEnd: () => void): number | null {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step begins anew
  useEffect(() => {
    if (seconds === 0) return
    let until = Date.now() + seconds * 1000
    const begin = () => {
      until = Date.now() + seconds * 1000
      setLeft(seconds)
    }
    begin()
    for (const touch of TOUCHES) addEventListener(touch, begin, { passive: true, capture: true })
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) onEnd()
    }, 500)
    return () => {
      clearInterval(timer)
      for (const touch of TOUCHES) removeEventListener(touch, begin, { capture: true })
    }
  }, [seconds, begunBy])
  return seconds === 0 ? null : left
}
