/**
 * Lets an Enter that is held down press one button, and send one form, once: where a dialog has gone, the focus is back on what opened it,
 * and the same key would open it again and answer it. Lines of a text are written as long as it is held.
 */
export function pressOnce(): void {
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
