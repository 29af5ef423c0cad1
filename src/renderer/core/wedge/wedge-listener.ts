import { noteTyped } from '#renderer/core/keyboard/typing.ts'
import {
  idleWedge,
  isSuffixKey,
  type WedgeKey,
  wedgeInterrupted,
  wedgeOptions,
  wedgeRelease,
  wedgeStep,
} from '#shared/features/scans/index.ts'
import { isCopiedKey } from './copied-keys.ts'
import { createFieldMemory, isTextField } from './field-memory.ts'
import { createHeldKeys } from './held-keys.ts'

/** An input method may write its composed text shortly after the scan's Enter. */
const LATE_TEXT_MS = 250

/** For browsers without keyup events: after this time the Enter of a scan counts. */
const NO_RELEASE_MS = 500

/** Editing keys of a person in a field, besides characters. */
const EDITING = /^(?:Backspace|Delete|Home|End|Arrow)/

const keyOf = (event: KeyboardEvent): WedgeKey => ({
  key: event.key,
  code: event.code,
  at: event.timeStamp,
  shift: event.shiftKey,
  capsLock: event.getModifierState('CapsLock'),
  command: event.ctrlKey || event.altKey || event.metaKey,
  repeat: event.repeat,
})

/** The focused element, also inside shadow roots. */
function focusedIn(root: DocumentOrShadowRoot): Element | null {
  const element = root.activeElement
  return element?.shadowRoot ? focusedIn(element.shadowRoot) : element
}

/** Whether a text was typed by a password manager: cards consist of digits, passwords hardly ever do. */
const isPassword = (element: Element | null, text: string): boolean =>
  element instanceof HTMLInputElement && element.type === 'password' && /\D/.test(text)

/** Whether a character typed here is a shortcut of the screen: neither text nor a selection in a list. */
function isOutsideFields(element: Element | null): boolean {
  if (element instanceof HTMLSelectElement || (isTextField(element) && !element.readOnly)) return false
  if (element instanceof HTMLElement && element.isContentEditable) return false
  return !element?.closest('[role="listbox"],[role="combobox"],[role="menu"],[role="tree"],[role="spinbutton"]')
}

/**
 * Detects scans of a keyboard reader whichever element has the focus; returns the function that stops listening.
 *
 * Characters of a scan are removed from the field they landed in, its Enter submits and presses nothing, and what a
 * person types reaches its place unchanged. Outside fields characters arrive 80 ms late, so that a scan presses no keys
 * of the screen. While nothing handles scans (`isHeard`), all keys pass unchanged, as from a person or a password manager.
 * A scan is reported when its Enter is released at a reader's pace; one mixed with typing is reported as empty.
 */
export function listenForWedge(
  target: Window,
  onScan: (value: string) => void,
  isHeard: () => boolean = () => true,
  readsHex: () => boolean = () => false,
): () => void {
  let state = idleWedge
  let scanEndedAt = Number.NEGATIVE_INFINITY
  /** The suffix key that was suppressed, whose keyup must be suppressed too. */
  let swallowed: string | null = null
  /** Characters of the run so far. */
  let count = 0
  const fields = createFieldMemory()
  const held = createHeldKeys(target)
  /** The text that was read, while its Enter is still held. */
  let read: string | null = null
  let noRelease: number | undefined

  /** Whether the reader or a person pressed Enter; after a person's the number may be incomplete. */
  function endScan(endedBy: 'reader' | 'person' | null): void {
    if (endedBy === null || read === null) return
    target.clearTimeout(noRelease)
    const value = endedBy === 'reader' ? read : ''
    read = null
    onScan(value)
  }

  function beginScanEnd(value: string): void {
    read = value
    noRelease = target.setTimeout(() => endScan('reader'), NO_RELEASE_MS)
  }

  const swallow = (event: KeyboardEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    swallowed = event.code || event.key
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // Autofill dispatches key events without a key.
    if (isCopiedKey(event) || typeof event.key !== 'string') return
    if (!isHeard()) {
      state = wedgeInterrupted(state, event.timeStamp)
      return
    }
    const key = keyOf(event)
    const step = wedgeStep(state, key, { ...wedgeOptions, readsHex: readsHex() })
    state = step.state
    const { verdict } = step
    endScan(step.ended)

    if (verdict.kind === 'char') {
      const focused = focusedIn(target.document)
      if (verdict.first) {
        held.release()
        fields.forget()
        count = 0
      }
      fields.remember(focused)
      noteTyped(key.at)
      const isKey = !key.repeat && key.code !== 'Space' && event.key !== ' ' && isOutsideFields(focused)
      if (isKey) held.hold(event, count)
      count += 1
      return
    }
    if (verdict.kind === 'scan' && !isPassword(focusedIn(target.document), verdict.text)) {
      swallow(event)
      scanEndedAt = key.at
      // Until now these keys counted as typing.
      noteTyped(state.typedAt)
      const first = count - verdict.length
      held.drop((position) => position >= first && !verdict.typed.some(({ index }) => position === first + index))
      fields.takeOut(verdict.length, verdict.typed)
      beginScanEnd(verdict.value)
      return
    }
    if (verdict.kind === 'swallow') {
      swallow(event)
      return
    }
    if (EDITING.test(event.key)) noteTyped(key.at)
    if (key.key !== 'Shift' && key.key !== 'CapsLock' && key.key !== 'NumLock') held.release()
  }

  function handleKeyUp(event: KeyboardEvent): void {
    if (event.isTrusted && typeof event.key === 'string') {
      const release = wedgeRelease(state, keyOf(event))
      state = release.state
      endScan(release.ended)
    }
    if (swallowed === null || (event.code || event.key) !== swallowed) return
    swallowed = null
    if (isSuffixKey(keyOf(event))) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }

  /** Removes text that an input method writes after the scan, unless typing has begun since. */
  function handleLateText(event: Event): void {
    const sinceScan = event.timeStamp - scanEndedAt
    if (state.run.length === 0 && event.isTrusted && sinceScan >= 0 && sinceScan <= LATE_TEXT_MS) fields.restore()
  }

  /** The first characters of a scan may have gone to another window. */
  function handleFocus(event: Event): void {
    if (event.target === target) state = wedgeInterrupted(state, event.timeStamp)
  }

  const capture = { capture: true }
  target.addEventListener('keydown', handleKeyDown, capture)
  target.addEventListener('keyup', handleKeyUp, capture)
  target.addEventListener('focus', handleFocus, capture)
  target.addEventListener('input', handleLateText, capture)
  target.addEventListener('compositionend', handleLateText, capture)
  // A key pressed before Back must take effect before handlers of `popstate` run.
  target.addEventListener('popstate', held.release, capture)
  return () => {
    held.release()
    endScan('reader')
    target.removeEventListener('focus', handleFocus, capture)
    target.removeEventListener('keydown', handleKeyDown, capture)
    target.removeEventListener('keyup', handleKeyUp, capture)
    target.removeEventListener('input', handleLateText, capture)
    target.removeEventListener('compositionend', handleLateText, capture)
    target.removeEventListener('popstate', held.release, capture)
  }
}
