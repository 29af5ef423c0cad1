import { copyKey } from '#renderer/core/wedge/copied-keys.ts'
import { isTextField } from '#renderer/core/wedge/field-memory.ts'
import { isCovered } from './hotkeys.ts'

/** The steps during which a cashier may already type ahead. */
type Cause = 'signIn' | 'unlock' | 'start'

/** Stored keys expire after this time, in case the end of a step is never reported. */
const EXPIRES_AFTER_MS = 120_000
/** The most keys stored: more than a phone or card number has. */
const MAX_KEYS = 32

/** After this many checks a cover is not merely fading out. */
const MAX_CHECKS = 50
const CHECK_INTERVAL_MS = 30

const causes = new Set<Cause>()
let stored: KeyboardEvent[] = []
/** Copies of key events dispatched by this module. */
const pressed = new WeakSet<Event>()
let isPressing = false
/** When keys were last dropped, as an event timestamp. */
let droppedAt = Number.NEGATIVE_INFINITY
let limit: ReturnType<typeof setTimeout> | undefined

/** Whether an element takes characters: a read-only field does not. */
const isWritable = (element: EventTarget | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof Element && isTextField(element) && !element.readOnly

function storeKey(event: KeyboardEvent): void {
  const { key, target } = event
  // Autofill dispatches key events without a key; an input method writes its own text.
  if (typeof key !== 'string' || event.isComposing || pressed.has(event)) return
  if (key === 'Escape') stored = []
  if (key.length !== 1 || key === ' ' || event.ctrlKey || event.altKey || event.metaKey || isWritable(target)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat && stored.length < MAX_KEYS) stored.push(event)
}

function listen(): void {
  clearTimeout(limit)
  limit = setTimeout(() => {
    causes.clear()
    drop()
  }, EXPIRES_AFTER_MS)
  window.addEventListener('keydown', storeKey, { capture: true })
}

function stop(): void {
  clearTimeout(limit)
  window.removeEventListener('keydown', storeKey, { capture: true })
}

function press(event: KeyboardEvent): void {
  const focused = document.activeElement
  // A synthetic key event writes no character.
  if (isWritable(focused)) return void document.execCommand('insertText', false, event.key)
  const copy = copyKey(event)
  pressed.add(copy)
  ;(focused ?? document.body).dispatchEvent(copy)
}

/** Dispatches the keys one by one, each after the screen shows the effect of the one before; new keys queue behind them. */
async function pressAll(): Promise<void> {
  if (isPressing) return
  isPressing = true
  for (let check = 0; check < MAX_CHECKS && stored.length > 0 && isCovered(); check += 1)
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))
  while (causes.size === 0) {
    const next = stored.shift()
    if (!next) break
    press(next)
    await new Promise((resolve) => setTimeout(resolve))
  }
  isPressing = false
  if (causes.size === 0) stop()
}

function drop(): void {
  stored = []
  if (causes.size === 0 && !isPressing) stop()
}

/**
 * Starts to store characters typed outside fields: they are meant for the next screen or the next guest. Swipes
 * are excluded, and so are keys that take money or start a ride: those must be pressed on a screen that shows it.
 */
export function storeTyped(cause: Cause): void {
  causes.add(cause)
  listen()
}

/** The next screen is ready: replays the stored keys to it. */
export function replayTyped(cause: Cause): void {
  if (causes.delete(cause) && causes.size === 0) void pressAll()
}

/** The next screen does not come: drops the stored keys. */
export function dropTyped(cause: Cause): void {
  if (!causes.delete(cause)) return
  droppedAt = performance.now()
  drop()
}

/** Whether a key was pressed before the last drop and arrives only now. */
export const isDropped = (event: KeyboardEvent): boolean => event.timeStamp < droppedAt
