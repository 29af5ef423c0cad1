import { Button } from 'antd'
import { useCounterKeyNames } from '#renderer/core/keyboard/counter-keys.ts'
import { useText } from '#renderer/core/locale.ts'
import type { GuestDialog } from '#renderer/features/counter/dialogs/guest-dialog.ts'

interface GuestToolsProps {
  /** The dialogs that the user has permission for. */
  may: Record<GuestDialog, boolean>
  hasMember: boolean
  /** Whether the store has an agreement to sign. */
  hasAgreement: boolean
  /** Whether the store finds members by their face. */
  hasFaces: boolean
  online: boolean
  onOpen(dialog: GuestDialog): void
}

/** The buttons for a guest, each with its key. Those that need the server are disabled offline, with the reason. */
export function GuestTools({ may, hasMember, hasAgreement, hasFaces, online, onOpen }: GuestToolsProps) {
  const { t } = useText()
  const isShown: Record<GuestDialog, boolean> = {
    // Hidden beside a member to save room; the key still works.
    registration: may.registration && !hasMember,
    face: may.face && !hasMember && hasFaces,
    recharge: may.recharge,
    deposits: may.deposits && !hasMember,
    void: may.void && !hasMember,
    store: may.store && !hasMember,
    // A scanned slip opens it, too.
    collect: false,
    // Few days have an event; the key works always.
    events: false,
    glance: hasMember && may.glance,
    cards: hasMember && may.cards,
    agreement: hasMember && may.agreement && hasAgreement,
  }
  const names = useCounterKeyNames()
  const keys: [GuestDialog, string][] = [
    ['recharge', names.recharge],
    ['registration', names.register],
    ['face', 'F'],
    ['deposits', 'D'],
    ['void', 'Z'],
    ['store', 'J'],
    ['collect', 'Q'],
    ['events', 'E'],
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
            // The registration form keeps its input until the server is back.
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
