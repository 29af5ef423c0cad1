import { useEffect, useState } from 'react'

/** Spec §9. */
const THRESHOLD_PX = 100

/** Whether the header is hidden: past the threshold it hides on scrolling down and returns on scrolling up. */
export function useHiddenHeader(isEnabled: boolean): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    if (!isEnabled) return
    let last = window.scrollY
    const scrolled = () => {
      const now = window.scrollY
      if (now !== last) setHidden(now > THRESHOLD_PX && now > last)
      last = now
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      window.removeEventListener('scroll', scrolled)
      setHidden(false)
    }
  }, [isEnabled])
  return isEnabled && isHidden
}
