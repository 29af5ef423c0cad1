import { Alert, Button } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { MemberChoice, MemberSearch, useMember } from '#renderer/features/members/index.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import './wallets.css'

interface MemberChoiceFieldProps {
  id: string
  member: Member | null
  onChange(member: Member | null): void
}

/** Picks a member by phone, name, number or card scan, and shows the name. */
export function MemberChoiceField({ id, member, onChange }: MemberChoiceFieldProps) {
  const { t } = useText()
  const who = useMember(
    ({ member: found }) => {
      playSound('scan')
      onChange(found)
    },
    () => playSound('error'),
  )
  useScan(who.hearScan, 'dialog')
  const { view } = who
  if (member) {
    return (
      <div className="pl-member-chosen" data-testid={id}>
        <strong>{member.realname || member.nickname}</strong>
        <span>{member.id}</span>
        <span>{member.phone}</span>
        <Button type="link" onClick={() => onChange(null)}>
          {t('deduct.change')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <MemberSearch id={id} autoFocus onChoose={onChange} />
      {view.kind === 'choice' ? <MemberChoice found={view.found} onTake={who.take} /> : null}
      {view.kind === 'unknown' ? <Alert type="warning" showIcon title={t('counter.member.none')} /> : null}
      {view.kind === 'emptySwipe' ? <Alert type="warning" showIcon title={t('counter.member.swipe')} /> : null}
      {view.kind === 'notCard' ? <Alert type="warning" showIcon title={t('counter.member.notCard')} /> : null}
      {view.kind === 'failed' ? <Alert type="error" showIcon title={textOfError(t, view.error)} /> : null}
    </>
  )
}
