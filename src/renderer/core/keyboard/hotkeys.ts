import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Whether an element belongs to a closed dialog or list that is still fading out; it takes no keys any more. */
export const isFading = (element: Element): boolean => element.closest('[class*="-leave"]') !== null

/** Whether the target is a text field, where digits and letters are input and not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || isFading(target)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit', 'range'].includes(target.type)
}

const COVERS = '[role="dialog"], .ant-dropdown, .ant-select-dropdown'

/** Whether a dialog, drawer or pop-up list covers the screen and takes the keys; `except` selects covers that do not count. */
export const isCovered = (except = ''): boolean =>
  [...document.querySelectorAll<HTMLElement>(COVERS)].some(
    (cover) => cover.checkVisibility() && !isFading(cover) && !(except !== '' && cover.matches(except)),
  )

/** Blurs a focused text field, so that keys are shortcuts again. */
export function leaveFields(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && isTyping(focused) && !focused.closest('[role="dialog"]')) focused.blur()
}

/**
 * Calls a handler for every keydown of the window while mounted. It returns true for keys that it used, whose
 * default action is then prevented (F5 does not reload). Keys of an input method are skipped. Each key sees the state
 * that the key before has left, also where several arrive in one tick (keys held back as a possible scan).
 */
export function useHotkeys(handle: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(handle)
  latest.current = handle
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || event.key === 'Process' || event.defaultPrevented) return
      if (flushSync(() => latest.current(event))) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
