import { Modal, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { UserProject } from '#shared/features/wallets/user-projects.contract.ts'
import { useMemberWallets } from './use-member-wallets.ts'

interface MemberWalletsDialogProps {
  userId: string
  title: 'wallets.adjustOf' | 'wallets.cardOf'
  width: number
  onClose(): void
  children(member: Member, projects: UserProject[]): ReactNode
}

/** A dialog with a member's current wallets. */
export function MemberWalletsDialog({ userId, title, width, onClose, children }: MemberWalletsDialogProps) {
  const { t } = useText()
  const found = useMemberWallets(userId)
  const { data } = found
  const name = data?.member ? data.member.realname || data.member.nickname || data.member.id : userId
  return (
    <Modal open width={width} title={t(title, { name })} footer={null} onCancel={onClose} mask={{ closable: false }}>
      {found.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {found.error ? <ErrorBlock error={found.error} retry={() => void found.refetch()} /> : null}
      {data?.member ? children(data.member, data.projects) : null}
    </Modal>
  )
}
