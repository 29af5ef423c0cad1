import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import type { CountedShift } from '#shared/features/shifts/shifts.schema.ts'
import { DifferenceTag } from './difference-tag.tsx'

/** The result of the count, shown after it is final. */
export function CountResult({ counted, onClose }: { counted: CountedShift; onClose(): void }) {
  const { t } = useText()
  return (
    <ResultDialog onClose={onClose}>
      <p className="pl-shift-result" role="status">
        <DifferenceTag amount={counted.differenceAmount} />
      </p>
      <Facts
        facts={[
          [t('shift.countedAmount'), <Money key="counted" value={counted.countedAmount} />, 'countedCash'],
          [t('shift.expectedAmount'), <Money key="expected" value={counted.expectedAmount} />, 'expectedCash'],
          [t('shift.closeTime'), counted.closeTime],
        ]}
      />
    </ResultDialog>
  )
}

/** The stored offline count; the expected cash is not shown before the server reports it. */
export function OfflineCount({ counted, onClose }: { counted: number; onClose(): void }) {
  const { t } = useText()
  return (
    <ResultDialog onClose={onClose}>
      <Facts facts={[[t('shift.countedAmount'), <Money key="counted" value={counted} />]]} />
      <p role="status">{t('shift.keptCount')}</p>
    </ResultDialog>
  )
}

function ResultDialog({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const { t } = useText()
  return (
    <Modal
      open
      width={460}
      title={t('shift.result')}
      onCancel={onClose}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      {children}
    </Modal>
  )
}
