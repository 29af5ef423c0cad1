import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Whether it is part of a dialog or list that has been closed and is only still fading: it takes no keys any more. */
export const isFading = (element: Element): boolean => element.closest('[class*="-leave"]') !== null

/** Whether keys belong to a text field, so that digits and letters are typing and not commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || isFading(target)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit', 'range'].includes(target.type)
}

const COVERS = '[role="dialog"], .ant-dropdown, .ant-select-dropdown'

/** Whether a dialog, drawer or pop-up list lies over the screen and owns the keys. */
export const isCovered = (): boolean =>
  [...document.querySelectorAll<HTMLElement>(COVERS)].some((cover) => cover.checkVisibility() && !isFading(cover))

/** Takes the focus out of a text field, so that keys are commands again. */
export function leaveFields(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && isTyping(focused) && !focused.closest('[role="dialog"]')) focused.blur()
}

/**
 * Calls a handler for every key of the window while the component is shown. It returns true for keys that it used, which
 * then do nothing else (F5 does not reload the page). Keys of an input method are never seen. Each key finds the screen as
 * the one before has left it, also where several come in one moment (those that might have been a scan).
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
