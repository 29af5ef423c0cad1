import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { fromMinor } from '#shared/core/money.ts'
import { maskName } from '#shared/features/members/name.calc.ts'
import { amountOfCart } from '#shared/features/products/cart.calc.ts'
import type { WaitingQueue } from '#shared/features/queue/queue.schema.ts'
import { costOf } from '#shared/features/sessions/charge-preview.calc.ts'
import type { CustomerView, GuestView } from '#shared/ipc/customer-display.ts'
import type { Counter } from './use-counter.ts'

/** The number of called tickets that fit on the guest screen. */
const MAX_CALLED = 6

/** The customer display's view of the counter: amount due, balance, or welcome. */
function viewOf({ rule, people, preview, cart, online }: Counter, balance: number | null): CustomerView {
  // A blocked start shows no price. Without a rule the cart is sold alone.
  const goods = online ? amountOfCart(cart) : 0
  const ride = rule && preview.tone !== 'blocked' ? costOf(rule, people).price : null
  const price = ride === null ? (rule ? 0 : goods) : ride + goods
  if (price > 0) return { kind: 'due', amount: fromMinor(price) }
  return balance === null ? { kind: 'welcome' } : { kind: 'balance', amount: balance }
}

/** The called tickets and the number waiting, from the server's queue. */
function queueOf(line: WaitingQueue | undefined): GuestView['line'] {
  if (!line) return null
  const called = line.records.filter(({ queueState }) => queueState === 'CALLED')
  return { called: called.slice(0, MAX_CALLED).map(({ ticketNo }) => ticketNo), waiting: line.waiting }
}

/** Adds the entries of the offline queue. */
function withOfflineQueue(line: GuestView['line'], entries: Counter['queueEntries']): GuestView['line'] {
  if (!entries || (entries.length === 0 && line === null)) return line
  const called = entries.filter(({ state }) => state === 'called').map(({ ticketNo }) => ticketNo)
  const waiting = entries.filter(({ state }) => state === 'waiting').length
  return {
    called: [...(line?.called ?? []), ...called].slice(0, MAX_CALLED),
    waiting: (line?.waiting ?? 0) + waiting,
  }
}

/**
 * The queue as cached by the panel that shows it. It only reads the cache: an own query with the same key but without a
 * fetch function would replace the panel's.
 */
function useCachedQueue(): WaitingQueue | undefined {
  const queries = useQueryClient()
  return useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => queries.getQueryData<WaitingQueue>(['queue', 'line']),
  )
}

/** Shows the amount due or the balance on the customer display and the guest screen. */
export function useCustomerDisplay(counter: Counter): void {
  const { customerDisplay, guestScreen } = usePlatform()
  const store = useSession(({ session }) => storeNameOf(session))
  const line = useCachedQueue()
  const { member } = counter.who
  const made = counter.recent.own[0]?.outcome.ticketNo
  const view = viewOf(counter, member?.availableBalance ?? null)
  const shown: GuestView = {
    locale: counter.locale,
    store,
    view,
    name: member ? maskName(member.realname || member.nickname) : '',
    level: member?.memberLevel_dictText ?? '',
    item: counter.rule?.consumeRoleName ?? '',
    people: counter.people,
    vehicle: counter.chosenVehicles.map(({ name }) => name).join(' '),
    ticketNo: made !== undefined && counter.notice?.values?.ticket === made ? made : '',
    line: withOfflineQueue(counter.online ? queueOf(line) : null, counter.queueEntries),
  }
  const key = JSON.stringify(view)
  useEffect(() => {
    // A failing display reports itself elsewhere and must not disturb a start.
    void customerDisplay?.(JSON.parse(key) as CustomerView).catch(() => undefined)
  }, [customerDisplay, key])
  const screen = JSON.stringify(shown)
  useEffect(() => {
    void guestScreen?.(JSON.parse(screen) as GuestView).catch(() => undefined)
  }, [guestScreen, screen])
  // Leaving the counter clears price and name from the displays.
  const last = useRef(shown)
  last.current = shown
  useEffect(
    () => () => {
      void customerDisplay?.({ kind: 'welcome' }).catch(() => undefined)
      void guestScreen?.(emptied(last.current)).catch(() => undefined)
    },
    [customerDisplay, guestScreen],
  )
}

const emptied = (shown: GuestView): GuestView => ({
  ...shown,
  view: { kind: 'welcome' },
  name: '',
  level: '',
  item: '',
  vehicle: '',
  ticketNo: '',
})
