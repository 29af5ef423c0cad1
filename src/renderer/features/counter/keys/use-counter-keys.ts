import { useRef } from 'react'
import { counterKeys } from '#renderer/core/keyboard/counter-keys.ts'
import { isCovered, isTyping, leaveFields, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { isDropped } from '#renderer/core/keyboard/type-ahead.ts'
import { tenderAfter } from '#renderer/core/payment-methods.calc.ts'
import { playSound } from '#renderer/core/sounds.ts'
import type { Guests } from '#renderer/features/counter/dialogs/use-guest-dialogs.tsx'
import { RACER_ID, useModeSwitch } from '#renderer/features/counter/panels/what-panel.tsx'
import { VEHICLE_COLUMNS } from '#renderer/features/counter/panels/where-panel.tsx'
import { focusOfflineQueue } from '#renderer/features/counter/queue/offline-queue.tsx'
import type { RecentStart } from '#renderer/features/counter/starts/recent-store.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { MEMBER_SEARCH_ID, searchMember, typePhone } from '#renderer/features/members/index.ts'
import { focusProducts } from '#renderer/features/products/index.ts'
import { type Digits, digitStep } from './digits.calc.ts'
import { keyCommand } from './keys.calc.ts'

/** Scrolls to the chosen vehicle. */
const showVehicle = (): void =>
  document.querySelector('[data-vehicle][aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' })

interface Openers {
  /** Whether a dialog is open or opening; it then gets the keys. */
  isOpening: boolean
  openPending(): void
  reprint(start: RecentStart | undefined, pressedAt: number): Promise<void>
  openVehicle(): void
  sellCart(): void
  guests: Pick<Guests, 'open' | 'isRegistering'>
}

/** The keys of the counter; each is in `keys.calc.ts`. */
export function useCounterKeys(
  counter: Counter,
  { isOpening, openPending, reprint, openVehicle, sellCart, guests }: Openers,
): void {
  const askMode = useModeSwitch(counter)
  const digits = useRef<Digits | null>(null)
  useHotkeys((event) => {
    const command = keyCommand(event, isTyping(event.target), counterKeys.get())
    if (!command) return false
    if (isDropped(event)) return true
    // Digits typed right after the registration key are the phone number.
    if (command.kind === 'digit' && guests.isRegistering()) {
      typePhone(command.digit)
      return true
    }
    // The function keys of the counter never reach the browser, not even while a dialog is open.
    if (isCovered()) return command.kind !== 'clear' && event.key.startsWith('F')
    // Keys pressed after the key of a dialog are meant for the dialog, even before it is shown.
    if (isOpening && command.kind !== 'clear') return true
    if (command.kind !== 'digit') digits.current = null
    switch (command.kind) {
      case 'search':
        document.getElementById(MEMBER_SEARCH_ID)?.focus()
        return true
      case 'start':
        if (!event.repeat) counter.press(command.key, event.timeStamp)
        return true
      case 'hung':
        openPending()
        return true
      case 'reprint':
        if (!event.repeat) void reprint(counter.recent.last, event.timeStamp)
        return true
      case 'repeat': {
        const { last } = counter.recent
        if (last && !event.repeat) counter.repeat(last)
        return true
      }
      case 'clear':
        leaveFields()
        counter.clear()
        return true
      case 'guest':
        guests.open(command.dialog)
        return true
      case 'digit': {
        const { digit } = command
        // Pressed outside the field, but handled after the search was focused.
        if (document.activeElement?.id === MEMBER_SEARCH_ID) {
          searchMember(digit)
          return true
        }
        const step = digitStep(digits.current, { digit, at: event.timeStamp, ruleId: counter.pickedRuleId })
        digits.current = step.digits
        if (step.searched === null) counter.chooseDigit(Number(digit))
        else {
          counter.chooseRule(step.digits.ruleId)
          searchMember(step.searched)
        }
        return true
      }
      case 'vehicle':
        counter.step(command.arrow, VEHICLE_COLUMNS)
        requestAnimationFrame(showVehicle)
        return true
      case 'people':
        if (!counter.peopleFixed) counter.setPeople(counter.people + command.by)
        return true
      case 'mode':
        askMode(counter.mode === 'circlemode' ? 'timermode' : 'circlemode')
        return true
      case 'type': {
        const { types } = counter
        const next = types[(types.indexOf(counter.type) + 1) % types.length]
        if (next) counter.chooseType(next)
        return true
      }
      case 'walkIn':
        if (counter.types.includes('NOCARDCONSUME')) counter.chooseType('NOCARDCONSUME')
        return true
      case 'payMode': {
        const next = tenderAfter(counter.offeredTenders, counter.payMode)
        if (next && counter.due > 0) counter.choosePayMode(next)
        return true
      }
      case 'addVehicle':
        counter.addVehicle()
        return true
      case 'cashier':
        counter.openCashier(true)
        return true
      case 'shift':
        counter.openShift(true)
        return true
      case 'vehicleOpen':
        openVehicle()
        return true
      case 'line':
        focusOfflineQueue()
        return true
      case 'products':
        if (!focusProducts()) playSound('error')
        return true
      case 'sellCart':
        sellCart()
        return true
      case 'racer':
        document.getElementById(RACER_ID)?.focus()
        return true
    }
  })
}
