import { Modal } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { RechargePanel } from './recharge-panel.tsx'

interface RechargeDialogProps {
  member: Member | null
  /** Called after payment with the member's id. */
  onDone(memberId: string): void
  onClose(): void
}

/** The recharge dialog over the counter (F8), for the member at the counter. */
export function RechargeDialog({ member, onDone, onClose }: RechargeDialogProps) {
  const { t } = useText()
  return (
    <Modal
      open
      width={1000}
      style={{ top: 24 }}
      title={t('menu.rechargeTool')}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      className="pl-recharge-dialog"
    >
      <RechargePanel isDialog member={member} next={t('rechargeTool.backToCounter')} onDone={onDone} />
    </Modal>
  )
}
