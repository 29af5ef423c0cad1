import { useEffect, useRef } from 'react'

const MARK = 'pitlaneDialog'

/** The step back that a closed dialog has asked for: the browser takes it a moment later. */
let steppingBack: Promise<void> | null = null
/** The dialog that has just closed and whose entry is still there. */
let closing: string | null = null

const markOfEntry = (): unknown => (history.state as Record<string, unknown> | null)?.[MARK]

function stepBack(): void {
  steppingBack = new Promise((resolve) => {
    const hear = () => {
      steppingBack = null
      resolve()
    }
    addEventListener('popstate', hear, { once: true, capture: true })
  })
  history.back()
}

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
    let isOpen = true
    const isOurs = () => markOfEntry() === mark
    const stay = () => {
      const state = { ...history.state, [MARK]: mark }
      // A dialog that opens when another closes takes over its entry.
      if (closing !== null && markOfEntry() === closing) history.replaceState(state, '')
      else history.pushState(state, '')
    }
    const hear = () => {
      // Another dialog over this one has just gone, or another page was asked for by its address.
      if (isOurs() || location.href !== place) return
      if (latest.current.isFilled()) stay()
      latest.current.leave()
    }
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.isFilled()) event.preventDefault()
    }
    const begin = () => {
      if (!isOpen) return
      stay()
      addEventListener('popstate', hear)
    }
    // The step of another dialog that closed before this one opened is not this one's.
    if (steppingBack) void steppingBack.then(begin)
    else begin()
    if (asksAtEnd) addEventListener('beforeunload', ask)
    return () => {
      isOpen = false
      removeEventListener('popstate', hear)
      removeEventListener('beforeunload', ask)
      closing = mark
      // Whatever leads away from the page at the same moment, such as the end of a sign-in, goes first: a step back after it
      // would undo it.
      setTimeout(() => {
        if (closing === mark) closing = null
        if (isOurs()) stepBack()
      })
    }
  }, [asksAtEnd])
}
