import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { ExchangeDialog } from '#renderer/features/exchange/index.ts'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'

const dialogs = {
  exchange: ExchangeDialog,
  adjust: lazy(async () => ({ default: (await import('./correction-dialog.tsx')).CorrectionDialog })),
  card: lazy(async () => ({ default: (await import('./unlimited-card-dialog.tsx')).UnlimitedCardDialog })),
  merge: lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog })),
} as const

interface Opened {
  what: keyof typeof dialogs
  userId: string
}

/** The permitted wallet actions of a member; the caller renders `dialog`. */
export function useWalletActions(): { actionsOf(userId: string): RowAction[]; dialog: ReactNode } {
  const { t } = useText()
  const mayExchange = useMay('exchange:add')
  const mayAdjust = useMay('member:adjust')
  const mayMerge = useMay('member:merge')
  const [opened, setOpened] = useState<Opened | null>(null)
  const Dialog = opened ? dialogs[opened.what] : null
  return {
    actionsOf: (userId) => [
      ...(mayExchange
        ? [{ key: 'exchange', label: t('exchange.open'), act: () => setOpened({ what: 'exchange', userId }) }]
        : []),
      ...(mayAdjust
        ? [
            { key: 'adjust', label: t('wallets.adjust'), act: () => setOpened({ what: 'adjust', userId }) },
            { key: 'card', label: t('wallets.card'), act: () => setOpened({ what: 'card', userId }) },
          ]
        : []),
      ...(mayMerge
        ? [{ key: 'merge', label: t('merge.open'), danger: true, act: () => setOpened({ what: 'merge', userId }) }]
        : []),
    ],
    dialog:
      opened && Dialog ? (
        <Suspense fallback={null}>
          <Dialog key={opened.what} userId={opened.userId} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null,
  }
}
