/** What the detector needs of a keyboard event; a `KeyboardEvent` of a browser fits after naming its time. */
export interface WedgeKey {
  key: string
  code: string
  /** When the key went down, in milliseconds of any steady clock (`event.timeStamp`). */
  at: number
  shift?: boolean
  capsLock?: boolean
  /** Ctrl, Alt or Meta is held: a command, never part of a scan. */
  command?: boolean
  /** The keyboard repeats a key that is held down; a reader never does. */
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
 * The character that a reader meant by a key, or null for a key that writes none.
 *
 * It is built from the key's place (`code`), because a Chinese input method reports `key: 'Process'`, CapsLock turns the
 * case around, and a numeric pad without NumLock reports arrows. Only a key without a code is taken by its name.
 */
export function charOfKey({ key, code, shift = false, capsLock = false }: WedgeKey): string | null {
  const char = charOfCode(code, shift)
  if (char !== null) return char
  if (code !== '' && code !== 'Unidentified') return null
  // Full-width forms of an input method become the plain characters.
  const plain = key.normalize('NFKC')
  if (plain.length !== 1) return null
  return capsLock && /[A-Za-z]/.test(plain) ? swapCase(plain) : plain
}

/** Whether a key is one of the two with which readers end a scan; an input method names it only by its code. */
export const isSuffixKey = ({ key, code }: WedgeKey): boolean =>
  key === 'Enter' || key === 'Tab' || code === 'Enter' || code === 'NumpadEnter' || code === 'Tab'

/** Keys that a reader presses beside its characters and that neither belong to a scan nor end it. */
export const isModifierKey = ({ key, code }: WedgeKey): boolean =>
  /^(?:Shift|CapsLock|NumLock)/.test(code) || key === 'Shift' || key === 'CapsLock' || key === 'NumLock'
