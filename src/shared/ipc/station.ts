import { z } from 'zod'

/** Actions of the counter's function keys, in display order. */
export const CounterAction = z.enum([
  'member',
  'repeat',
  'register',
  'startOther',
  'start',
  'lineUp',
  'hung',
  'recharge',
  'reprint',
  'cashier',
])
export type CounterAction = z.infer<typeof CounterAction>

export const FunctionKey = z.enum(['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'F11', 'F12'])
export type FunctionKey = z.infer<typeof FunctionKey>

/** Function keys of this counter; others have their defaults. */
export const CounterKeys = z.object({
  member: FunctionKey.default('F1'),
  repeat: FunctionKey.default('F2'),
  register: FunctionKey.default('F3'),
  startOther: FunctionKey.default('F4'),
  start: FunctionKey.default('F5'),
  lineUp: FunctionKey.default('F6'),
  hung: FunctionKey.default('F7'),
  recharge: FunctionKey.default('F8'),
  reprint: FunctionKey.default('F9'),
  cashier: FunctionKey.default('F10'),
})
export type CounterKeys = z.infer<typeof CounterKeys>

export const standardKeys: CounterKeys = CounterKeys.parse({})

/** Whether no key is assigned twice. */
export const areDistinct = (keys: CounterKeys): boolean =>
  new Set(Object.values(keys)).size === Object.values(keys).length

/** Returns the keys after assigning one to an action; the action that had it gets the freed key. */
export function keysWith(keys: CounterKeys, action: CounterAction, key: FunctionKey): CounterKeys {
  const before = CounterAction.options.find((one) => keys[one] === key)
  const next = { ...keys, [action]: key }
  return before === undefined || before === action ? next : { ...next, [before]: keys[action] }
}

/** Window mode; a kiosk window can be left only through the settings. */
export const WindowMode = z.enum(['window', 'fullscreen', 'kiosk'])
export type WindowMode = z.infer<typeof WindowMode>

/** Settings of this computer as a counter. */
export const StationSettings = z.object({
  window: WindowMode.default('window'),
  /** Starts when a user signs in to the computer. */
  autostart: z.boolean().default(false),
  /** Whether the signed-in user must enter the password after a restart. */
  lockOnStart: z.boolean().default(true),
  /** Idle minutes (no key, touch or scan) until the counter locks; 0: never. */
  lockAfterMinutes: z.number().int().min(0).max(240).default(0),
  /** Hour at which updates are installed if the terminal is idle and nothing is unsent; null: only when the program ends. */
  updateHour: z.number().int().min(0).max(23).nullable().default(4),
  /** The guest screen. */
  guestScreen: z.boolean().default(false),
  /** Texts shown while idle, one per line. */
  guestWords: z.string().max(400).default(''),
  keys: CounterKeys.prefault({}),
  /** False until the setup assistant of a new terminal was completed. */
  setUp: z.boolean().default(true),
})
export type StationSettings = z.infer<typeof StationSettings>
