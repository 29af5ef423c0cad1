/**
 * Makes a held Enter press a button or submit a form only once: after a dialog closes, the focus returns to its opener,
 * and the repeated key would open and answer it again. In a text area a held Enter still writes lines.
 */
export function ignoreHeldEnter(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat) return
      const { target } = event
      if (target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
