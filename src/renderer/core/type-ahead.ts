import { isCovered } from './hotkeys.ts'
import { copyKey } from './wedge/copied-keys.ts'
import { isTextField } from './wedge/field-memory.ts'

/** What a cashier does not wait for before pressing what comes next. */
type Cause = 'signIn' | 'unlock' | 'start'

/** Nothing takes so long: keys are never kept for good because nobody told of the end. */
const LONGEST_MS = 120_000
/** As many as a phone or card number has, and some to spare. */
const MOST = 32

/** What still covers the screen after so many looks is not only fading. */
const MOST_LOOKS = 50
const LOOK_MS = 30

const causes = new Set<Cause>()
let kept: KeyboardEvent[] = []
/** Copies that are pressed by this module. */
const pressed = new WeakSet<Event>()
let isPressing = false
/** When keys were given up last, on the clock of their events. */
let droppedAt = Number.NEGATIVE_INFINITY
let limit: ReturnType<typeof setTimeout> | undefined

/** Where a character is written: a field that is only shown while it is waited for takes none. */
const isWritable = (element: EventTarget | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof Element && isTextField(element) && !element.readOnly

function keep(event: KeyboardEvent): void {
  const { key, target } = event
  // A browser that fills in a form sends key events without any key; an input method writes by itself.
  if (typeof key !== 'string' || event.isComposing || pressed.has(event)) return
  if (key === 'Escape') kept = []
  if (key.length !== 1 || key === ' ' || event.ctrlKey || event.altKey || event.metaKey || isWritable(target)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat && kept.length < MOST) kept.push(event)
}

function listen(): void {
  clearTimeout(limit)
  limit = setTimeout(() => {
    causes.clear()
    drop()
  }, LONGEST_MS)
  window.addEventListener('keydown', keep, { capture: true })
}

function stop(): void {
  clearTimeout(limit)
  window.removeEventListener('keydown', keep, { capture: true })
}

function press(event: KeyboardEvent): void {
  const focused = document.activeElement
  // A key that a script presses writes nothing.
  if (isWritable(focused)) return void document.execCommand('insertText', false, event.key)
  const copy = copyKey(event)
  pressed.add(copy)
  ;(focused ?? document.body).dispatchEvent(copy)
}

/** One after the other, each when the screen shows what the one before has done; keys that are pressed meanwhile come behind them. */
async function pressAll(): Promise<void> {
  if (isPressing) return
  isPressing = true
  for (let look = 0; look < MOST_LOOKS && kept.length > 0 && isCovered(); look += 1)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  while (causes.size === 0) {
    const next = kept.shift()
    if (!next) break
    press(next)
    await new Promise((resolve) => setTimeout(resolve))
  }
  isPressing = false
  if (causes.size === 0) stop()
}

function drop(): void {
  kept = []
  if (causes.size === 0 && !isPressing) stop()
}

/**
 * From now on characters are kept that are pressed outside fields: they are for the screen that comes next, or for the next guest. A swipe
 * is none of them, nor is what takes money or starts a session: that is pressed on a screen that shows it.
 */
export function keepTyped(cause: Cause): void {
  causes.add(cause)
  listen()
}

/** The screen is there: it hears what was kept for it. */
export function pressTyped(cause: Cause): void {
  if (causes.delete(cause) && causes.size === 0) void pressAll()
}

/** What it was pressed for does not come. */
export function dropTyped(cause: Cause): void {
  if (!causes.delete(cause)) return
  droppedAt = performance.now()
  drop()
}

/** Whether a key was pressed before that, and was only on its way. */
export const isDropped = (event: KeyboardEvent): boolean => event.timeStamp < droppedAt
