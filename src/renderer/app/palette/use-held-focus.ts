import { useEffect, useRef } from 'react'

/** More is a dispute with another dialog, which then has the focus. */
const MAX_TAKEN_BACK = 20

/**
 * Keeps the focus in a field until the user moves it. Otherwise a slow computer gives it to the close button of the dialog when that has
 * opened, or back to the page when a drawer that was closed just before has faded out: keys typed meanwhile would be lost.
 */
export function useHeldFocus(find: () => HTMLElement | null | undefined): void {
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    let isMoved = false
    let taken = 0
    const note = (event: Event) => {
      if (event.type === 'pointerdown' || (event instanceof KeyboardEvent && event.key === 'Tab')) isMoved = true
    }
    const hold = () =>
      setTimeout(() => {
        const field = latest.current()
        const focused = document.activeElement
        const isLost = focused === document.body || !isMoved
        if (!field || focused === field || !isLost || taken >= MAX_TAKEN_BACK) return
        taken += 1
        field.focus()
      })
    const events = ['focusin', 'focusout'] as const
    for (const name of events) document.addEventListener(name, hold)
    document.addEventListener('pointerdown', note, { capture: true })
    document.addEventListener('keydown', note, { capture: true })
    return () => {
      for (const name of events) document.removeEventListener(name, hold)
      document.removeEventListener('pointerdown', note, { capture: true })
      document.removeEventListener('keydown', note, { capture: true })
    }
  }, [])
}
