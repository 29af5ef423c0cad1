import { WalletOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useShift } from './use-shift.ts'

const ShiftDialog = lazy(async () => ({ default: (await import('./shift-dialog.tsx')).ShiftDialog }))

/** Whose shift it is at this counter; a press opens the drawer's dialog. A browser needs the server for it. */
export function ShiftField({ isOnline }: { isOnline: boolean }) {
  const { t } = useText()
  const may = useMay('shift:work')
  const [isOpen, setOpen] = useState(false)
  const canBeKept = usePlatform().keptShifts !== null
  const shift = useShift(may && (isOnline || canBeKept))
  // Where nobody keeps shifts, such as while practising, there is nothing to show.
  if (!may || !(isOnline || canBeKept) || shift.data === undefined) return null
  const state = shift.data ? t('shift.since', { time: shift.data.openTime.slice(11, 16) }) : t('shift.none')
  return (
    <>
      <button
        type="button"
        data-testid="shift"
        title={t('shift.title')}
        aria-label={t('shift.strip', { state })}
        onClick={() => setOpen(true)}
      >
        <WalletOutlined aria-hidden="true" /> {state}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShiftDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
