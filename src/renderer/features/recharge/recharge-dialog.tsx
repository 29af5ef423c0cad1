import { Modal } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { RechargePanel } from './recharge-panel.tsx'

interface RechargeDialogProps {
  member: Member | null
  /** It is paid; told whose it was. */
  onDone(memberId: string): void
  onClose(): void
}

/** The recharge over the counter (F8), for the guest who stands there. */
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
