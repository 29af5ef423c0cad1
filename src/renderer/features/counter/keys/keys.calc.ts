import type { StartKey } from '#renderer/features/counter/choices/start-modes.calc.ts'
import type { GuestDialog } from '#renderer/features/counter/dialogs/guest-dialog.ts'
import { CounterAction, type CounterKeys, standardKeys } from '#shared/ipc/station.ts'

/** The letters that open the guest dialogs. */
const guestKeys: Record<string, GuestDialog> = {
  n: 'registration',
  f: 'face',
  i: 'glance',
  k: 'cards',
  a: 'agreement',
  d: 'deposits',
  z: 'void',
  // The first letters of the Chinese words.
  j: 'store',
  q: 'collect',
  e: 'events',
}

export type KeyCommand =
  | {
      kind:
        | 'search'
        | 'repeat'
        | 'hung'
        | 'reprint'
        | 'clear'
        | 'mode'
        | 'type'
        | 'walkIn'
        | 'racer'
        | 'cashier'
        | 'shift'
        | 'payMode'
        | 'addVehicle'
        | 'line'
        | 'vehicleOpen'
        | 'products'
        | 'sellCart'
    }
  | { kind: 'start'; key: StartKey }
  | { kind: 'guest'; dialog: GuestDialog }
  | { kind: 'digit'; digit: string }
  | { kind: 'vehicle'; arrow: 'left' | 'right' | 'up' | 'down' }
  | { kind: 'people'; by: 1 | -1 }

/** The commands of the configurable function keys. */
const commands: Record<CounterAction, KeyCommand> = {
  member: { kind: 'search' },
  repeat: { kind: 'repeat' },
  register: { kind: 'guest', dialog: 'registration' },
  startOther: { kind: 'start', key: 'F4' },
  start: { kind: 'start', key: 'F5' },
  lineUp: { kind: 'start', key: 'F6' },
  hung: { kind: 'hung' },
  recharge: { kind: 'guest', dialog: 'recharge' },
  reprint: { kind: 'reprint' },
  cashier: { kind: 'cashier' },
}

/** The configurable action of each start key. */
export const actionOfStart: Record<StartKey, CounterAction> = { F4: 'startOther', F5: 'start', F6: 'lineUp' }

/** Returns the command of a key, or null. Function keys work everywhere, characters only outside input fields. */
export function keyCommand(
  { key, ctrlKey, altKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>,
  isTyping: boolean,
  keys: CounterKeys = standardKeys,
): KeyCommand | null {
  if (ctrlKey || altKey || metaKey) return null
  const action = CounterAction.options.find((one) => keys[one] === key)
  if (action) return commands[action]
  if (key === 'Escape') return { kind: 'clear' }
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
    case 'p':
    case 'P':
      return { kind: 'payMode' }
    case 'v':
    case 'V':
      return { kind: 'addVehicle' }
    case 'c':
    case 'C':
      return { kind: 'cashier' }
    case 's':
    case 'S':
      return { kind: 'shift' }
    case 'g':
    case 'G':
      return { kind: 'products' }
    case 'b':
    case 'B':
      return { kind: 'sellCart' }
    case 'o':
    case 'O':
      return { kind: 'vehicleOpen' }
    case 'l':
    case 'L':
      return { kind: 'line' }
    case 'm':
    case 'M':
      return { kind: 'mode' }
    case 't':
    case 'T':
      return { kind: 'type' }
    case 'w':
    case 'W':
      return { kind: 'walkIn' }
    case 'r':
    case 'R':
      return { kind: 'racer' }
  }
  return null
}
