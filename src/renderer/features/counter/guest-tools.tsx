import { Button } from 'antd'
import { useCounterKeyNames } from '#renderer/core/counter-keys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useMayReturn } from '#renderer/features/consume-orders/index.ts'
import type { GuestDialog } from './guest-dialogs.tsx'

interface GuestToolsProps {
  hasMember: boolean
  /** Whether there is a text to sign. */
  hasAgreement: boolean
  online: boolean
  onOpen(dialog: GuestDialog): void
}

/** The buttons about a guest, each with its key; what needs the server is dimmed without it and says so. */
export function GuestTools({ hasMember, hasAgreement, online, onOpen }: GuestToolsProps) {
  const { t } = useText()
  const may = {
    registration: useMay('member:add'),
    recharge: useMay('recharge:add'),
    deposits: useMayReturn(),
    void: useMay('refund:void'),
    glance: useMay('member:glance'),
    cards: useMay('member:card'),
    agreement: useMay('agreement:sign'),
  }
  const isShown: Record<GuestDialog, boolean> = {
    // Beside a member there is little room; the key works all the same.
    registration: may.registration && !hasMember,
    recharge: may.recharge,
    deposits: may.deposits && !hasMember,
    void: may.void && !hasMember,
    glance: hasMember && may.glance,
    cards: hasMember && may.cards,
    agreement: hasMember && may.agreement && hasAgreement,
  }
  const names = useCounterKeyNames()
  const keys: [GuestDialog, string][] = [
    ['recharge', names.recharge],
    ['registration', names.register],
    ['deposits', 'D'],
    ['void', 'Z'],
    ['glance', 'I'],
    ['cards', 'K'],
    ['agreement', 'A'],
  ]
  return (
    <div className="pl-who-tools">
      {keys
        .filter(([dialog]) => isShown[dialog])
        .map(([dialog, key]) => (
          <Button
            key={dialog}
            // What is typed of a new member is kept until the server is back.
            disabled={!online && dialog !== 'registration'}
            title={online ? undefined : t('counter.guest.offline')}
            onClick={() => onOpen(dialog)}
          >
            <kbd>{key}</kbd> {t(`counter.guest.${dialog}`)}
          </Button>
        ))}
    </div>
  )
}
