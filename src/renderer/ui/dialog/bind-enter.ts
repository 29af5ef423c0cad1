import { isFading, isTyping } from '#renderer/core/keyboard/hotkeys.ts'

interface EnterOf {
  /** The button that Enter presses; null while it is not rendered yet. */
  button(): HTMLElement | null
  press(): void
}

interface EnterBinding {
  /** To call when the button is rendered: focuses it, or presses it where Enter came earlier. */
  ready(): void
  stop(): void
}

const EVENTS = ['keydown', 'keypress', 'focusin', 'pointerdown'] as const

/**
 * Binds Enter to one button of a dialog from the moment the dialog is requested.
 *
 * While a dialog opens, the focus is on the body or the opener, then on the dialog's first button, and only
 * then in the right place. An Enter in that time would press the wrong element, even if its `keydown` came before the dialog
 * and only its `keypress`, which presses buttons, after it. A held key presses nothing.
 */
export function bindEnter({ button, press }: EnterOf): EnterBinding {
  /** The button has the focus, or the user has moved it: from now on Enter works as usual. */
  let isSettled = false
  /** Enter was pressed: it presses the button once, now or when it is rendered. */
  let isMeant = false
  let isPressed = false

  const holdsFocus = () => button()?.closest('[role="dialog"]')?.contains(document.activeElement) === true
  const answer = () => {
    isMeant = true
    if (isPressed || !button()) return
    isPressed = true
    isSettled = true
    press()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') isSettled = true
    if (event.key !== 'Enter' || event.isComposing) return
    const isOurs = holdsFocus()
    const isElsewhere = !isOurs && document.activeElement !== document.body
    if ((isSettled && isElsewhere) || (isOurs && isTyping(event.target))) return
    const target = button()
    const isAnswered = target !== null && isFading(target)
    // The dialog takes a lost focus itself, and there Enter would press nothing.
    const hasControl = isOurs && document.activeElement?.getAttribute('role') !== 'dialog'
    if (isSettled && hasControl && !event.repeat && !isAnswered) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat && !isAnswered) answer()
  }
  const handle = (event: Event) => {
    if (event instanceof KeyboardEvent) handleKey(event)
    else if (event.type === 'pointerdown' || event.target === button()) isSettled = true
  }
  const stop = () => {
    for (const type of EVENTS) removeEventListener(type, handle, true)
  }
  for (const type of EVENTS) addEventListener(type, handle, true)
  return {
    ready() {
      if (isMeant) answer()
      else button()?.focus({ preventScroll: true })
    },
    stop,
  }
}
