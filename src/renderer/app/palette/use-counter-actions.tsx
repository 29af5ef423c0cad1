import { useLocation, useNavigate } from 'react-router'
import { askCounter, type CounterCommand } from '#renderer/core/counter-requests.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { counterKeys } from '#renderer/core/keyboard/counter-keys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { mayDo } from '#shared/core/may-do.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { CounterAction, type CounterKeys } from '#shared/ipc/station.ts'
import { type Own, plain } from './choices.ts'
import { counterOf } from './hit-pages.ts'
import { kindIcon } from './kind-icon.tsx'

interface CounterEntry {
  command: CounterCommand
  label: TextKey
  words: TextKey
  /** The letter that opens it at the counter, or the action of its function key. */
  key: CounterAction | 'D' | 'J' | 'Q' | 'S' | 'Z'
  /** The actions that it needs. */
  needs: readonly string[]
  /** It works without the server, too. */
  isOffline?: boolean
  /** Only on the counter's own screen, which shows what it is about. */
  isHere?: boolean
}

const entries: readonly CounterEntry[] = [
  {
    command: 'registration',
    label: 'keys.guest.registration',
    words: 'search.words.registration',
    key: 'register',
    needs: ['member:add'],
    isOffline: true,
  },
  {
    command: 'recharge',
    label: 'keys.recharge',
    words: 'search.words.recharge',
    key: 'recharge',
    needs: ['recharge:add'],
  },
  {
    command: 'shift',
    label: 'keys.shift',
    words: 'search.words.shift',
    key: 'S',
    needs: ['shift:work'],
    isOffline: true,
  },
  {
    command: 'pending',
    label: 'keys.hung',
    words: 'search.words.pending',
    key: 'hung',
    needs: ['playbeforepay:consume'],
  },
  { command: 'void', label: 'keys.guest.void', words: 'search.words.void', key: 'Z', needs: ['refund:void'] },
  {
    command: 'deposits',
    label: 'keys.guest.deposits',
    words: 'search.words.deposits',
    key: 'D',
    needs: ['consume:list', 'consume:returnDeposit'],
  },
  {
    command: 'reprint',
    label: 'keys.reprint',
    words: 'search.words.reprint',
    key: 'reprint',
    needs: ['consume:print'],
    isHere: true,
  },
  {
    command: 'cashier',
    label: 'keys.cashier',
    words: 'search.words.cashier',
    key: 'cashier',
    needs: [],
    isOffline: true,
  },
  { command: 'store', label: 'keys.guest.store', words: 'search.words.store', key: 'J', needs: ['cloakroomitem:add'] },
  {
    command: 'collect',
    label: 'keys.guest.collect',
    words: 'search.words.collect',
    key: 'Q',
    needs: ['cloakroomitem:takeOut'],
  },
]

function keyOf(keys: CounterKeys, key: CounterEntry['key']): string {
  const action = CounterAction.safeParse(key).data
  return action ? keys[action] : key
}

/** What the counter opens by a key, each with it: also from other pages. */
export function useCounterActions(): Own[] {
  const { t } = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { pathOf } = useFrame()
  const { online } = useLive(usePlatform().connection)
  const keys = useLive(counterKeys)
  const permissions = useSession(({ session }) => session?.permissions ?? null)
  const counter = counterOf(pathOf)
  if (counter === null) return []
  const isAtCounter = pathname.toLowerCase().startsWith(counter.toLowerCase())
  return entries
    .filter(({ isOffline, isHere }) => (online || isOffline) && (isAtCounter || !isHere))
    .filter(({ needs }) => needs.every((action) => mayDo(permissions, action)))
    .map(({ command, label, words, key }) => ({
      ...plain,
      key: `action counter ${command}`,
      kind: 'action',
      id: command,
      label: t(label),
      also: '',
      words: t(words),
      notes: [t('nav.counter'), keyOf(keys, key)],
      icon: kindIcon.action,
      address: null,
      run: () => {
        askCounter({ kind: 'command', command })
        if (!isAtCounter) void navigate(counter)
      },
    }))
}
