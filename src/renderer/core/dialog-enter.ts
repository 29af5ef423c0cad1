import { isFading } from './hotkeys.ts'

/** Dialogs that ask or let people fill in something. Questions of yes and no answer Enter themselves (`ui/hear-enter.ts`). */
const DIALOG = '.ant-modal:not(.ant-modal-confirm)'
/** What may lie over a dialog, and has the keys then. */
const ABOVE = '.ant-modal-confirm, .ant-select-dropdown, .ant-picker-dropdown, .ant-dropdown, .ant-popover'
/** Controls for which Enter means something of their own. */
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

/** The button that finishes a dialog: the primary one of its footer, of its form, or the only one. */
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
  // The focus is on nothing, or on the dialog itself.
  if (target === document.body) return !ctrlKey && !metaKey
  if (!dialog.contains(target) && !target.contains(dialog)) return false
  const isControl = ctrlKey || metaKey
  // Enter begins a line in a text of several lines, unless that says that Enter finishes it.
  if (target instanceof HTMLTextAreaElement) return isControl || target.enterKeyHint === 'done'
  return !isControl && target.closest(OWN_ENTER) === null
}

/**
 * Lets Enter finish the dialog on top wherever the focus is, except on a control that has an Enter of its own: another
 * button, a link, an option, a text of several lines (there Ctrl and Enter finish). A field whose own handler has used
 * the key keeps it. The Enter that opens a dialog, or that an input method or a held key sends, finishes nothing.
 */
export function finishDialogsByEnter(): void {
  /** What the dialog on top was when the key went down: handlers of the key may open or close one. */
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
    // A form with this button would be sent by the browser as well.
    event.preventDefault()
    meant.button.click()
  })
}
