import { useEffect, useRef } from 'react'

const MARK = 'pitlaneDialog'

/**
 * Lets the browser's Back ask to leave a dialog instead of taking the page away below it: while the dialog is open the
 * history has one entry more of the same address. A window that is closed over a filled form asks, too, unless it may not.
 */
export function useBackGuard(isFilled: () => boolean, leave: () => void, { asksAtEnd = true } = {}): void {
  const latest = useRef({ isFilled, leave })
  latest.current = { isFilled, leave }
  useEffect(() => {
    const mark = crypto.randomUUID()
    const place = location.href
    const isOurs = () => (history.state as Record<string, unknown> | null)?.[MARK] === mark
    const stay = () => history.pushState({ ...history.state, [MARK]: mark }, '')
    const hear = () => {
      // Another dialog over this one has just gone, or another page was asked for by its address.
      if (isOurs() || location.href !== place) return
      if (latest.current.isFilled()) stay()
      latest.current.leave()
    }
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.isFilled()) event.preventDefault()
    }
    stay()
    addEventListener('popstate', hear)
    if (asksAtEnd) addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('popstate', hear)
      removeEventListener('beforeunload', ask)
      // Whatever leads away from the page at the same moment, such as the end of a sign-in, goes first: a step back after it
      // would undo it.
      setTimeout(() => {
        if (isOurs()) history.back()
      })
    }
  }, [asksAtEnd])
}
