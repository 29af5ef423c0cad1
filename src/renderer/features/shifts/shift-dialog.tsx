import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import type { CountedShift, CounterShift } from '#shared/features/shifts/shifts.schema.ts'
import { CountDialog } from './count-dialog.tsx'
import { CountResult, OfflineCount } from './count-result.tsx'
import { DrawerDialog } from './drawer-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { OpenDialog } from './open-dialog.tsx'
import { ShiftEntries } from './shift-entries.tsx'
import { useShift } from './use-shift.ts'
import './shifts.css'

type Step = 'home' | 'cashIn' | 'cashOut' | 'close' | 'handover' | 'drawer'

const CLOSE_ID = 'shift-close'

/** The drawer of this counter: open a shift, move cash, count, hand over. */
export function ShiftDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const shift = useShift(true)
  const openDrawer = useDrawer()
  const [step, setStep] = useState<Step>('home')
  const [counted, setCounted] = useState<CountedShift | null>(null)
  const [offlineCount, setOfflineCount] = useState<number | null>(null)
  if (offlineCount !== null) return <OfflineCount counted={offlineCount} onClose={onClose} />
  if (counted) return <CountResult counted={counted} onClose={onClose} />
  if (shift.data === null) return <OpenDialog onClose={onClose} />
  const goHome = () => setStep('home')
  if (step === 'drawer') return <DrawerDialog onClose={goHome} />
  if (shift.data && (step === 'cashIn' || step === 'cashOut')) {
    return <MoveDialog shift={shift.data} kind={step} onClose={goHome} />
  }
  // Opens the cash drawer for counting, once per shift. A second count uses the key or the button.
  const onStep = (next: Step) => {
    if (shift.data && (next === 'close' || next === 'handover')) openDrawer(shift.data.id)
    setStep(next)
  }
  if (shift.data && (step === 'close' || step === 'handover')) {
    const isHandover = step === 'handover'
    const dialogProps = { onCounted: setCounted, onKept: setOfflineCount, onClose: goHome }
    return <CountDialog shift={shift.data} isHandover={isHandover} {...dialogProps} />
  }
  return (
    <Modal open width={560} title={t('shift.title')} footer={null} onCancel={onClose}>
      {shift.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {shift.error ? <ErrorBlock error={shift.error} retry={() => void shift.refetch()} /> : null}
      {shift.data ? <Home shift={shift.data} onStep={onStep} /> : null}
    </Modal>
  )
}

function Home({ shift, onStep }: { shift: CounterShift; onStep(step: Step): void }) {
  const { t } = useText()
  const hasDrawer = usePlatform().devices !== null
  const mayOpen = useMay('shift:drawer')
  useFocusOnOpen(() => document.getElementById(CLOSE_ID))
  return (
    <section className="pl-shift" aria-label={t('shift.title')}>
      <Facts
        facts={[
          [t('shift.cashierName'), shift.cashierName],
          [t('shift.terminalName'), shift.terminalName || t('shift.browser')],
          [t('shift.openTime'), shift.openTime],
          [t('shift.businessDay'), shift.businessDay],
          [t('shift.floatAmount'), <Money key="float" value={shift.floatAmount} />],
        ]}
      />
      <ShiftEntries entries={shift.entries} />
      {shift.isOwn ? (
        <div className="pl-shift-actions">
          <Button onClick={() => onStep('cashIn')}>{t('shift.cashIn')}</Button>
          <Button onClick={() => onStep('cashOut')}>{t('shift.cashOut')}</Button>
          <Button onClick={() => onStep('handover')}>{t('shift.handover')}</Button>
          <Button id={CLOSE_ID} type="primary" onClick={() => onStep('close')}>
            {t('shift.close')}
          </Button>
        </div>
      ) : (
        <p className="pl-shift-hint">{t('shift.ofOther', { name: shift.cashierName })}</p>
      )}
      {hasDrawer && mayOpen ? (
        <Button type="link" onClick={() => onStep('drawer')}>
          {t('shift.drawer')}
        </Button>
      ) : null}
    </section>
  )
}
