import { useEffect, useRef } from 'react'

/**
 * Puts the focus on what matters once it is there.
 *
 * An `autoFocus` is not enough in a dialog that has just opened: the dialog puts the focus on its close button after it.
 */
export function useFocusOnOpen(find: () => HTMLElement | null | undefined, isThere = true): void {
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    if (!isThere) return
    // At once, so that no key is lost that follows the one that brought it here; and again after the dialog.
    latest.current()?.focus()
    const timer = setTimeout(() => latest.current()?.focus(), 0)
    return () => clearTimeout(timer)
  }, [isThere])
}
