import { z } from 'zod'

/** What the function keys of the counter do, in the order in which they are shown. */
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

/** Which key does what at this counter; what is not said is as everywhere. */
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

/** Whether no key does two things. */
export const areDistinct = (keys: CounterKeys): boolean =>
  new Set(Object.values(keys)).size === Object.values(keys).length

/** The keys after one action got another key; the action that had it takes the freed one, so that none is left without. */
export function keysWith(keys: CounterKeys, action: CounterAction, key: FunctionKey): CounterKeys {
  const before = CounterAction.options.find((one) => keys[one] === key)
  const next = { ...keys, [action]: key }
  return before === undefined || before === action ? next : { ...next, [before]: keys[action] }
}

/** How the window stands on the screen; a kiosk has nothing else on it and is left through the settings alone. */
export const WindowMode = z.enum(['window', 'fullscreen', 'kiosk'])
export type WindowMode = z.infer<typeof WindowMode>

/** How this computer serves as a counter. */
export const StationSettings = z.object({
  window: WindowMode.default('window'),
  /** Begins when somebody signs in to the computer. */
  autostart: z.boolean().default(false),
  /** Whether whoever was signed in proves it again after a restart. */
  lockOnStart: z.boolean().default(true),
  /** Minutes without a key, a touch or a scan after which the counter is locked; 0: never. */
  lockAfterMinutes: z.number().int().min(0).max(240).default(0),
  /** The hour at which an update is taken in, while nobody works here and nothing waits to be sent; null: at the next end alone. */
  updateHour: z.number().int().min(0).max(23).nullable().default(4),
  /** The screen that faces the guests. */
  guestScreen: z.boolean().default(false),
  /** What it says while nobody is served, a line each. */
  guestWords: z.string().max(400).default(''),
  keys: CounterKeys.prefault({}),
  /** False from the first start of a new terminal until its owner has gone through the assistant. */
  setUp: z.boolean().default(true),
})
export type StationSettings = z.infer<typeof StationSettings>
