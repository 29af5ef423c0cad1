import { isFading } from './hotkeys.ts'

/** Dialogs with a form or a choice. Confirmations handle Enter themselves (`ui/dialog/bind-enter.ts`). */
const DIALOG = '.ant-modal:not(.ant-modal-confirm)'
/** Overlays above a dialog that take the keys. */
const ABOVE = '.ant-modal-confirm, .ant-select-dropdown, .ant-picker-dropdown, .ant-dropdown, .ant-popover'
/** Controls with their own use of Enter. */
const OWN_ENTER =
  'button, a[href], summary, select, [contenteditable=""], [contenteditable="true"], ' +
  '[role="button"], [role="link"], [role="option"], [role="menuitem"], [role="tab"], [role="treeitem"], [role="combobox"]'
const PRIMARY = '.ant-btn-primary'

interface Answer {
  dialog: Element
  button: HTMLElement
}

const isShown = (element: Element): boolean => element.checkVisibility() && !isFading(element)
const shown = (selector: string, root: ParentNode = document): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter(isShown)

/** The button that submits a dialog: the primary one of its footer, else of its form, else the only one. */
function finishOf(dialog: Element): HTMLElement | null {
  const footer = shown(`.ant-modal-footer ${PRIMARY}, .pl-dialog-foot ${PRIMARY}`, dialog)
  const submit = shown(`form ${PRIMARY}[type="submit"]`, dialog)
  const all = shown(PRIMARY, dialog)
  return [footer, submit, all].find((some) => some.length === 1)?.[0] ?? null
}

function isMeantForDialog(
  { key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  dialog: Element,
): boolean {
  if (key !== 'Enter' || altKey || shiftKey || !(target instanceof Element)) return false
  // The focus is on the body, or on the dialog itself.
  if (target === document.body) return !ctrlKey && !metaKey
  if (!dialog.contains(target) && !target.contains(dialog)) return false
  const isControl = ctrlKey || metaKey
  // Enter begins a line in a text area, unless its `enterkeyhint` is `done`.
  if (target instanceof HTMLTextAreaElement) return isControl || target.enterKeyHint === 'done'
  return !isControl && target.closest(OWN_ENTER) === null
}

/**
 * Makes Enter submit the top dialog wherever the focus is, except on a control with its own use of Enter: another
 * button, a link, an option, a text area (there Ctrl+Enter submits). A key that the field's own handler has used
 * is ignored. So is an Enter that opened the dialog, that repeats, or that comes from an input method.
 */
export function finishDialogsByEnter(): void {
  /** The top dialog at keydown: handlers of the key may open or close one. */
  let answer: Answer | null = null
  window.addEventListener(
    'keydown',
    (event) => {
      answer = null
      if (event.key !== 'Enter' || event.repeat || event.isComposing || event.keyCode === 229) return
      const dialog = shown(DIALOG).at(-1)
      if (!dialog || shown(ABOVE).length > 0 || !isMeantForDialog(event, dialog)) return
      const button = finishOf(dialog)
      if (button) answer = { dialog, button }
    },
    { capture: true },
  )
  window.addEventListener('keydown', (event) => {
    const meant = answer
    answer = null
    if (!meant || event.defaultPrevented || !isShown(meant.dialog) || !meant.button.isConnected) return
    // The browser would submit the button's form as well.
    event.preventDefault()
    meant.button.click()
  })
}
