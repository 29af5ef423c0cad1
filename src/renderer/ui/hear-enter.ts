import { isFading, isTyping } from '#renderer/core/hotkeys.ts'

interface EnterOf {
  /** The button that an Enter presses; it may not be there yet. */
  button(): HTMLElement | null
  press(): void
}

interface Hearing {
  /** The button is there: it takes the focus, or is pressed where Enter came before it. */
  ready(): void
  stop(): void
}

const HEARD = ['keydown', 'keypress', 'focusin', 'pointerdown'] as const

/**
 * Lets an Enter mean one button of a dialog from the moment the dialog is asked for.
 *
 * While a dialog opens, the focus is on nothing or still on what opened it, then on the dialog's first button, and only
 * then where it belongs. An Enter of that time would press whatever it met; also where its `keydown` came before the dialog
 * and only its `keypress`, which presses buttons, after it. A key that is held down answers nothing.
 */
export function hearEnter({ button, press }: EnterOf): Hearing {
  /** The focus has come to the button, or somebody has moved it: from then on people see what Enter does. */
  let isSettled = false
  /** An Enter came: it presses the button, now or when that is there, and once. */
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
  const hearKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') isSettled = true
    if (event.key !== 'Enter' || event.isComposing) return
    const isOurs = holdsFocus()
    const isElsewhere = !isOurs && document.activeElement !== document.body
    if ((isSettled && isElsewhere) || (isOurs && isTyping(event.target))) return
    const there = button()
    const isAnswered = there !== null && isFading(there)
    // The dialog takes a focus that got lost upon itself, where an Enter would press nothing.
    const hasControl = isOurs && document.activeElement?.getAttribute('role') !== 'dialog'
    if (isSettled && hasControl && !event.repeat && !isAnswered) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat && !isAnswered) answer()
  }
  const hear = (event: Event) => {
    if (event instanceof KeyboardEvent) hearKey(event)
    else if (event.type === 'pointerdown' || event.target === button()) isSettled = true
  }
  const stop = () => {
    for (const type of HEARD) removeEventListener(type, hear, true)
  }
  for (const type of HEARD) addEventListener(type, hear, true)
  return {
    ready() {
      if (isMeant) answer()
      else button()?.focus({ preventScroll: true })
    },
    stop,
  }
}
