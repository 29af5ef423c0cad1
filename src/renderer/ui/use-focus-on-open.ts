import { useEffect, useRef } from 'react'

/** The number in a field is replaced by what is typed, and not gone on with: 500 typed behind 0.00 would be 0.01. */
const chooseNumber = (element: HTMLElement): void => {
  if (element instanceof HTMLInputElement && element.getAttribute('role') === 'spinbutton') element.select()
}

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
    const first = latest.current()
    const stood = first instanceof HTMLInputElement ? first.value : ''
    first?.focus()
    if (first) chooseNumber(first)
    const timer = setTimeout(() => {
      const element = latest.current()
      if (!element || element === document.activeElement) return
      element.focus()
      // What somebody has typed in between stays.
      if (!(element instanceof HTMLInputElement) || element !== first || element.value === stood) chooseNumber(element)
    }, 0)
    return () => clearTimeout(timer)
  }, [isThere])
}
