import { WalletOutlined } from '@ant-design/icons'
import { Suspense, useEffect, useRef } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'
import { useShift } from './use-shift.ts'

const ShiftDialog = lazyDialog(async () => (await import('./shift-dialog.tsx')).ShiftDialog)

interface ShiftFieldProps {
  isOnline: boolean
  isOpen: boolean
  onOpen(isOpen: boolean): void
}

/**
 * The user of the shift at this counter; a click or the key opens the shift dialog. A browser needs the server for it.
 */
export function ShiftField({ isOnline, isOpen, onOpen }: ShiftFieldProps) {
  const { t } = useText()
  const may = useMay('shift:work')
  const canDefer = usePlatform().deferredShifts !== null
  const shift = useShift(may && (isOnline || canDefer))
  // Without shifts, as in practice, nothing is shown.
  const isShown = may && (isOnline || canDefer) && shift.data !== undefined
  const isInVain = isOpen && !isShown
  const close = useRef(onOpen)
  close.current = onOpen
  useEffect(() => {
    if (!isInVain) return
    playSound('error')
    close.current(false)
  }, [isInVain])
  if (!isShown) return null
  const state = shift.data ? t('shift.since', { time: shift.data.openTime.slice(11, 16) }) : t('shift.none')
  return (
    <>
      <button
        type="button"
        data-testid="shift"
        title={t('shift.title')}
        aria-label={t('shift.strip', { state })}
        onClick={() => onOpen(true)}
      >
        <WalletOutlined aria-hidden="true" /> {state}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShiftDialog onClose={() => onOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
