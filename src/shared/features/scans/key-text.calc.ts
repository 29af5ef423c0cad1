/** Input of the detector: a browser's `KeyboardEvent` with its time as `at`. */
export interface WedgeKey {
  key: string
  code: string
  /** Time of the key press in ms of a monotonic clock (`event.timeStamp`). */
  at: number
  shift?: boolean
  capsLock?: boolean
  /** Ctrl, Alt or Meta is held: a shortcut, never part of a scan. */
  command?: boolean
  /** Auto-repeat of a held key; readers never send it. */
  repeat?: boolean
}

const punctuation: Record<string, readonly [plain: string, shifted: string]> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  NumpadDecimal: ['.', '.'],
  NumpadAdd: ['+', '+'],
  NumpadSubtract: ['-', '-'],
  NumpadMultiply: ['*', '*'],
  NumpadDivide: ['/', '/'],
}

const SHIFTED_DIGITS = ')!@#$%^&*('

function charOfCode(code: string, shift: boolean): string | null {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return shift && code.startsWith('Digit') ? (SHIFTED_DIGITS[Number(digit)] ?? null) : digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shift ? letter : letter.toLowerCase()
  const pair = punctuation[code]
  return pair ? pair[shift ? 1 : 0] : null
}

function swapCase(char: string): string {
  const lower = char.toLowerCase()
  return char === lower ? char.toUpperCase() : lower
}

/**
 * Returns the character of a key as a reader sends it, or null for a key without one.
 *
 * It is derived from the physical key (`code`), because a Chinese input method reports `key: 'Process'`, CapsLock swaps the
 * case, and a numeric pad without NumLock reports arrows. Without a `code`, `key` is used.
 */
export function charOfKey({ key, code, shift = false, capsLock = false }: WedgeKey): string | null {
  const char = charOfCode(code, shift)
  if (char !== null) return char
  if (code !== '' && code !== 'Unidentified') return null
  // Normalizes full-width characters of an input method.
  const plain = key.normalize('NFKC')
  if (plain.length !== 1) return null
  return capsLock && /[A-Za-z]/.test(plain) ? swapCase(plain) : plain
}

/** Whether a key is Enter or Tab, which end a scan; with an input method only `code` says so. */
export const isSuffixKey = ({ key, code }: WedgeKey): boolean =>
  key === 'Enter' || key === 'Tab' || code === 'Enter' || code === 'NumpadEnter' || code === 'Tab'

/** Whether a key is a modifier that a reader may send within a scan. */
export const isModifierKey = ({ key, code }: WedgeKey): boolean =>
  /^(?:Shift|CapsLock|NumLock)/.test(code) || key === 'Shift' || key === 'CapsLock' || key === 'NumLock'
