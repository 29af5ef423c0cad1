import { Alert, Button, Skeleton } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { MemberChoice } from '#renderer/features/members/search/member-choice.tsx'
import type { useMember } from './use-member.ts'

interface MemberOutcomeProps {
  who: Pick<ReturnType<typeof useMember>, 'view' | 'take'>
  /** Starts another lookup. */
  onChange(): void
}

/** The result of a lookup in a dialog: the member, a choice of two, or the reason for none. */
export function MemberOutcome({ who: { view, take }, onChange }: MemberOutcomeProps) {
  const { t } = useText()
  switch (view.kind) {
    case 'none':
      return null
    case 'loading':
      return <Skeleton active paragraph={{ rows: 2 }} />
    case 'choice':
      return <MemberChoice found={view.found} onTake={take} />
    case 'unknown':
      return <Alert type="warning" showIcon title={t('counter.member.none')} />
    case 'emptySwipe':
      return <Alert type="warning" showIcon title={t('counter.member.swipe')} />
    case 'notCard':
      return <Alert type="warning" showIcon title={t('counter.member.notCard')} />
    case 'failed':
      return <Alert type="error" showIcon title={textOfError(t, view.error)} />
    case 'found':
      return (
        <div className="pl-member-chosen">
          <strong>{view.member.realname || view.member.nickname}</strong>
          <span>{view.member.id}</span>
          <span>{view.member.phone}</span>
          <Button type="link" onClick={onChange}>
            {t('deduct.change')}
          </Button>
        </div>
      )
  }
}
