import { useEffect, useRef } from 'react'

const MARK = 'pitlaneDialog'

/** The history step that a closed dialog has started; the browser completes it asynchronously. */
let steppingBack: Promise<void> | null = null
/** The dialog that has just closed and whose history entry still exists. */
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
 * Makes the browser's Back close a dialog instead of leaving the page: while the dialog is open the
 * history has one extra entry with the same address. Closing the window over a filled form asks too, unless `asksAtEnd` is false.
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
      // Another dialog above this one has just closed, or the address of another page was opened.
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
    // A step started by a dialog that closed before this one opened does not concern this dialog.
    if (steppingBack) void steppingBack.then(begin)
    else begin()
    if (asksAtEnd) addEventListener('beforeunload', ask)
    return () => {
      isOpen = false
      removeEventListener('popstate', hear)
      removeEventListener('beforeunload', ask)
      closing = mark
      // A navigation in the same tick, such as after the end of a sign-in, goes first: a step back after it
      // would undo it.
      setTimeout(() => {
        if (closing === mark) closing = null
        if (isOurs()) stepBack()
      })
    }
  }, [asksAtEnd])
}
