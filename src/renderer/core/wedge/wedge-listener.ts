import { noteTyped } from '#renderer/core/typing.ts'
import {
  idleWedge,
  isModifierKey,
  isSuffixKey,
  lastTypedAt,
  QUIET_MS,
  type SortedKeys,
  usualShapes,
  type WedgeEnd,
  type WedgeKey,
  type WedgeShapes,
  wedgeQuiet,
  wedgeRelease,
  wedgeStep,
} from '#shared/features/scans/index.ts'
import { isCopiedKey } from './copied-keys.ts'
import { createFieldMemory, isTextField } from './field-memory.ts'
import { createHeldKeys } from './held-keys.ts'

/** An input method may write what it had composed a moment after the scan's Enter. */
const LATE_TEXT_MS = 250

/** Keys of a person at work in a field, beside characters. */
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

/** The focused element, inside shadow roots too. */
function focusedIn(root: DocumentOrShadowRoot): Element | null {
  const element = root.activeElement
  return element?.shadowRoot ? focusedIn(element.shadowRoot) : element
}

/** Whether a text was typed by a program that fills in passwords: cards are digits, and passwords hardly ever. */
const isPassword = (element: Element | null, text: string): boolean =>
  element instanceof HTMLInputElement && element.type === 'password' && /\D/.test(text)

/** Whether a character pressed here is only a key of the screen: neither text nor a choice in a list. */
function isOutsideFields(element: Element | null): boolean {
  if (element instanceof HTMLSelectElement || (isTextField(element) && !element.readOnly)) return false
  if (element instanceof HTMLElement && element.isContentEditable) return false
  return !element?.closest('[role="listbox"],[role="combobox"],[role="menu"],[role="tree"],[role="spinbutton"]')
}

interface WedgeHearer {
  /** A scan; empty for a swipe without a number. */
  onScan(value: string): void
  /** A scan that was mixed with typing: it has to be repeated. */
  onMixed(): void
  /** While nobody would hear a scan, every key is somebody's or a program's that signs people in. */
  isHeard?(): boolean
  /** What the readers of this place send. */
  shapes?(): WedgeShapes
}

/**
 * Hears a keyboard reader whichever element has the focus, and returns the function that stops listening.
 *
 * Characters of a scan that have landed in a field are taken back out, its Enter submits and presses nothing, and what a
 * person types reaches its place unchanged. Outside fields characters arrive 80 ms late, so that a scan presses no keys
 * of the screen.
 */
export function listenForWedge(target: Window, hearer: WedgeHearer): () => void {
  const { onScan, onMixed, isHeard = () => true, shapes = () => usualShapes } = hearer
  let state = idleWedge
  let scanEndedAt = Number.NEGATIVE_INFINITY
  /** The suffix key that was swallowed: its release belongs to it. */
  let swallowed: string | null = null
  /** When the scan that waits for silence came. */
  let waitsSince = Number.NEGATIVE_INFINITY
  let waiting: number | undefined
  const fields = createFieldMemory()
  const held = createHeldKeys(target)

  const swallow = (event: KeyboardEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    swallowed = event.code || event.key
  }

  const hear = (value: string): void => {
    fields.unmix(value)
    onScan(value)
  }

  /** Nothing was typed after a scan that waited for that. */
  function settle(): void {
    target.clearTimeout(waiting)
    const quiet = wedgeQuiet(state)
    state = quiet.state
    if (quiet.value !== null) hear(quiet.value)
  }

  /** The keys of a scan are gone, and it counts at once or when nothing follows. */
  function takeScan(sorted: SortedKeys): void {
    held.drop(sorted.own)
    fields.takeOut(sorted)
    noteTyped(lastTypedAt(state))
  }

  function takeMixture(sorted: SortedKeys): void {
    if (sorted.own.size > 0) takeScan(sorted)
    else {
      held.dropAll()
      fields.keepMixture(sorted)
    }
    onMixed()
  }

  function handleKey(event: KeyboardEvent, id: number, char: string | null): void {
    const focused = focusedIn(target.document)
    fields.remember(id, focused)
    if (char === null) {
      if (EDITING.test(event.key)) noteTyped(event.timeStamp)
      held.release()
      return
    }
    noteTyped(event.timeStamp)
    const isKey = event.code !== 'Space' && event.key !== ' ' && isOutsideFields(focused)
    if (isKey) held.hold(event, id)
  }

  function takeVerdict(verdict: WedgeEnd, at: number): void {
    if (verdict.kind === 'swallow') return
    scanEndedAt = at
    if (verdict.kind === 'mixed') {
      takeMixture(verdict)
      return
    }
    takeScan(verdict)
    if (verdict.kind === 'scan') hear(verdict.value)
    else {
      waitsSince = at
      waiting = target.setTimeout(settle, QUIET_MS)
    }
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // A browser that fills in a form sends key events without any key.
    if (isCopiedKey(event) || typeof event.key !== 'string' || !isHeard()) return
    const key = keyOf(event)
    if (key.at - waitsSince > QUIET_MS) settle()
    const step = wedgeStep(state, key, shapes())
    const { verdict } = step
    const isSecret =
      (verdict.kind === 'scan' || verdict.kind === 'waits') && isPassword(focusedIn(target.document), verdict.value)
    state = isSecret ? idleWedge : step.state
    if (step.settled) {
      target.clearTimeout(waiting)
      hear(step.settled)
    }
    if (verdict.spoils) {
      target.clearTimeout(waiting)
      if (verdict.spoils === 'all') fields.putBack()
      onMixed()
    }
    if (verdict.kind === 'key') {
      if (verdict.isFirst) {
        held.release()
        fields.forget()
      }
      handleKey(event, verdict.id, verdict.char)
    } else if (verdict.kind === 'pass' || isSecret) {
      if (!isModifierKey(key)) held.release()
    } else {
      swallow(event)
      takeVerdict(verdict, key.at)
    }
  }

  function handleKeyUp(event: KeyboardEvent): void {
    if (event.isTrusted && typeof event.key === 'string') state = wedgeRelease(state, keyOf(event))
    if (swallowed === null || (event.code || event.key) !== swallowed) return
    swallowed = null
    if (isSuffixKey(keyOf(event))) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }

  /** Takes out what an input method writes after the scan; typing that has begun since then is left alone. */
  function handleLateText(event: Event): void {
    const sinceScan = event.timeStamp - scanEndedAt
    if (state.run.length === 0 && event.isTrusted && sinceScan >= 0 && sinceScan <= LATE_TEXT_MS) fields.restore()
  }

  const capture = { capture: true }
  target.addEventListener('keydown', handleKeyDown, capture)
  target.addEventListener('keyup', handleKeyUp, capture)
  target.addEventListener('input', handleLateText, capture)
  target.addEventListener('compositionend', handleLateText, capture)
  // Whoever goes back has pressed before: what the key chose must be known to whoever asks about leaving.
  target.addEventListener('popstate', held.release, capture)
  return () => {
    target.clearTimeout(waiting)
    held.release()
    target.removeEventListener('keydown', handleKeyDown, capture)
    target.removeEventListener('keyup', handleKeyUp, capture)
    target.removeEventListener('input', handleLateText, capture)
    target.removeEventListener('compositionend', handleLateText, capture)
    target.removeEventListener('popstate', held.release, capture)
  }
}
