import { useEffect, useRef } from 'react'

const STATE_KEY = 'pitlaneDialog'

/** The history step that a closed dialog has started; the browser completes it asynchronously. */
let steppingBack: Promise<void> | null = null
/** The dialog that has just closed and whose history entry still exists. */
let closing: string | null = null

const dialogOfEntry = (): unknown => (history.state as Record<string, unknown> | null)?.[STATE_KEY]

function stepBack(): void {
  steppingBack = new Promise((resolve) => {
    const onPopState = () => {
      steppingBack = null
      resolve()
    }
    addEventListener('popstate', onPopState, { once: true, capture: true })
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
    const id = crypto.randomUUID()
    const address = location.href
    let isOpen = true
    const isOurs = () => dialogOfEntry() === id
    const stay = () => {
      const state = { ...history.state, [STATE_KEY]: id }
      // A dialog that opens when another closes takes over its entry.
      if (closing !== null && dialogOfEntry() === closing) history.replaceState(state, '')
      else history.pushState(state, '')
    }
    const onPopState = () => {
      // Another dialog above this one has just closed, or the address of another page was opened.
      if (isOurs() || location.href !== address) return
      if (latest.current.isFilled()) stay()
      latest.current.leave()
    }
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.isFilled()) event.preventDefault()
    }
    const begin = () => {
      if (!isOpen) return
      stay()
      addEventListener('popstate', onPopState)
    }
    // A step started by a dialog that closed before this one opened does not concern this dialog.
    if (steppingBack) void steppingBack.then(begin)
    else begin()
    if (asksAtEnd) addEventListener('beforeunload', ask)
    return () => {
      isOpen = false
      removeEventListener('popstate', onPopState)
      removeEventListener('beforeunload', ask)
      closing = id
      // A navigation in the same tick, such as after the end of a sign-in, goes first: a step back after it
      // would undo it.
      setTimeout(() => {
        if (closing === id) closing = null
        if (isOurs()) stepBack()
      })
    }
  }, [asksAtEnd])
}
