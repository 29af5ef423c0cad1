import type { GuestDialog } from './guest-dialogs.tsx'
import type { StartKey } from './ways.calc.ts'

/** The letters about the guest, for a new one, for one who leaves and for the one on the screen. */
const guestKeys: Record<string, GuestDialog> = {
  n: 'registration',
  i: 'glance',
  k: 'cards',
  a: 'agreement',
  d: 'deposits',
}

export type KeyCommand =
  | {
      kind:
        | 'search'
        | 'repeat'
        | 'hung'
        | 'reprint'
        | 'clear'
        | 'help'
        | 'mode'
        | 'type'
        | 'racer'
        | 'cashier'
        | 'payMode'
        | 'addVehicle'
    }
  | { kind: 'start'; key: StartKey }
  | { kind: 'guest'; dialog: GuestDialog }
  | { kind: 'digit'; digit: string }
  | { kind: 'vehicle'; arrow: 'left' | 'right' | 'up' | 'down' }
  | { kind: 'people'; by: 1 | -1 }

/** What a key means at the counter. Function keys work everywhere; characters only where nobody is typing. */
export function keyCommand(
  { key, ctrlKey, altKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>,
  isTyping: boolean,
): KeyCommand | null {
  if (ctrlKey || altKey || metaKey) return null
  switch (key) {
    case 'F1':
      return { kind: 'search' }
    case 'F2':
      return { kind: 'repeat' }
    case 'F4':
    case 'F5':
    case 'F6':
      return { kind: 'start', key }
    case 'F7':
      return { kind: 'hung' }
    case 'F8':
      return { kind: 'guest', dialog: 'recharge' }
    case 'F9':
      return { kind: 'reprint' }
    case 'Escape':
      return { kind: 'clear' }
  }
  if (isTyping) return null
  if (/^\d$/.test(key)) return { kind: 'digit', digit: key }
  const dialog = guestKeys[key.toLowerCase()]
  if (dialog) return { kind: 'guest', dialog }
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'vehicle', arrow: 'left' }
    case 'ArrowRight':
      return { kind: 'vehicle', arrow: 'right' }
    case 'ArrowUp':
      return { kind: 'vehicle', arrow: 'up' }
    case 'ArrowDown':
      return { kind: 'vehicle', arrow: 'down' }
    case '+':
    case '=':
      return { kind: 'people', by: 1 }
    case '-':
      return { kind: 'people', by: -1 }
    case '/':
      return { kind: 'search' }
    case '?':
      return { kind: 'help' }
    case 'p':
    case 'P':
      return { kind: 'payMode' }
    case 'v':
    case 'V':
      return { kind: 'addVehicle' }
    case 'c':
    case 'C':
      return { kind: 'cashier' }
    case 'm':
    case 'M':
      return { kind: 'mode' }
    case 't':
    case 'T':
      return { kind: 'type' }
    case 'r':
    case 'R':
      return { kind: 'racer' }
  }
  return null
}
