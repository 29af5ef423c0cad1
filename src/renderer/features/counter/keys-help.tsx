import { useText } from '#renderer/core/locale.ts'
import { KeysDialog } from '#renderer/ui/keys-dialog.tsx'
import { startKeys, type Ways } from './ways.calc.ts'

/** The keys of the counter, opened by `?`. */
export function KeysHelp({ ways, onClose }: { ways: Ways; onClose(): void }) {
  const { t } = useText()
  const rows = [
    ['F1 /', t('keys.member')],
    ['F2', t('keys.repeat')],
    ['1 … 9', t('keys.rule')],
    [t('keys.arrows'), t('keys.vehicle')],
    ['T', t('keys.type')],
    ['+ −', t('keys.people')],
    ['M', t('keys.mode')],
    ['R', t('keys.racer')],
    ['P', t('keys.payMode')],
    ['V', t('keys.addVehicle')],
    ['C', t('keys.cashier')],
    ['N', t('keys.guest.registration')],
    ['I', t('keys.guest.glance')],
    ['K', t('keys.guest.cards')],
    ['A', t('keys.guest.agreement')],
    ['D', t('keys.guest.deposits')],
    ...startKeys.flatMap((key) => (ways[key] ? [[key, t(`counter.way.${ways[key]}`)] as const] : [])),
    ['F7', t('keys.hung')],
    ['F8', t('keys.recharge')],
    ['F9', t('keys.reprint')],
    ['Esc', t('keys.clear')],
    ['☰', t('practice.help')],
    ['?', t('keys.help')],
  ] as const
  return <KeysDialog title={t('counter.keys')} rows={rows} onClose={onClose} />
}
