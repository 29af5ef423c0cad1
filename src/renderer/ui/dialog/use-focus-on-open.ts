import { useEffect, useRef } from 'react'

/** Selects the number in a field, so that typing replaces it: 500 typed behind 0.00 would give 0.01. */
const chooseNumber = (element: HTMLElement): void => {
  if (element instanceof HTMLInputElement && element.getAttribute('role') === 'spinbutton') element.select()
}

/**
 * Focuses an element once it is rendered.
 *
 * `autoFocus` is not enough in a dialog: after opening, the dialog moves the focus to its close button.
 */
export function useFocusOnOpen(find: () => HTMLElement | null | undefined, isThere = true): void {
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    if (!isThere) return
    // Immediately, so that no key typed next is lost; and again after the dialog has moved the focus.
    const first = latest.current()
    const stood = first instanceof HTMLInputElement ? first.value : ''
    first?.focus()
    if (first) chooseNumber(first)
    const timer = setTimeout(() => {
      const element = latest.current()
      if (!element || element === document.activeElement) return
      element.focus()
      // Input typed in the meantime stays.
      if (!(element instanceof HTMLInputElement) || element !== first || element.value === stood) chooseNumber(element)
    }, 0)
    return () => clearTimeout(timer)
  }, [isThere])
}
