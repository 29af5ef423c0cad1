import { useHelpKeys } from '#renderer/core/help.ts'
import { useCounterKeyNames } from '#renderer/core/keyboard/counter-keys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { type StartModes, startKeys } from '#renderer/features/counter/choices/start-modes.calc.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { actionOfStart } from './keys.calc.ts'

/** Lists the keys of the counter in the help. */
export function useCounterHelpKeys(startModes: StartModes): void {
  const { t } = useText()
  const keys = useCounterKeyNames()
  const { offlineQueue } = usePlatform()
  const maySell = useMay('productsale:add')
  useHelpKeys(t('counter.keys'), [
    [`${keys.member} /`, t('keys.member')],
    [keys.repeat, t('keys.repeat')],
    ['1 … 9', t('keys.rule')],
    [t('keys.arrows'), t('keys.vehicle')],
    ['T', t('keys.type')],
    ['W', t('keys.walkIn')],
    ['+ −', t('keys.people')],
    ['M', t('keys.mode')],
    ['R', t('keys.racer')],
    ['P', t('keys.payMode')],
    ['V', t('keys.addVehicle')],
    ['O', t('keys.openVehicle')],
    ...(maySell
      ? ([
          ['G', t('keys.products')],
          ['B', t('keys.sellCart')],
        ] as const)
      : []),
    [`${keys.cashier} C`, t('keys.cashier')],
    ['S', t('keys.shift')],
    [`${keys.register} N`, t('keys.guest.registration')],
    ['F', t('keys.guest.face')],
    ['I', t('keys.guest.glance')],
    ['K', t('keys.guest.cards')],
    ['A', t('keys.guest.agreement')],
    ['D', t('keys.guest.deposits')],
    ['Z', t('keys.guest.void')],
    ['J', t('keys.guest.store')],
    ['Q', t('keys.guest.collect')],
    ['E', t('keys.guest.events')],
    ...(offlineQueue ? [['L', t('keys.line')] as const] : []),
    ...startKeys.flatMap((key) =>
      startModes[key] ? [[keys[actionOfStart[key]], t(`counter.way.${startModes[key]}`)] as const] : [],
    ),
    [keys.hung, t('keys.hung')],
    [keys.recharge, t('keys.recharge')],
    [keys.reprint, t('keys.reprint')],
    ['Esc', t('keys.clear')],
    ['☰', t('practice.help')],
    ['?', t('keys.help')],
  ])
}
