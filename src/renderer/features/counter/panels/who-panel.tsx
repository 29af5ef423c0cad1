import { Skeleton } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useCounterKeyNames } from '#renderer/core/keyboard/counter-keys.ts'
import { useText } from '#renderer/core/locale.ts'
import { MemberCoupons } from '#renderer/features/counter/dialogs/member-coupons.tsx'
import { OfflineQueue, ResumedEntry } from '#renderer/features/counter/queue/offline-queue.tsx'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { MemberChoice, MemberSearch } from '#renderer/features/members/index.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { MemberCard } from './member-card.tsx'

const CalledNumbers = lazy(async () => ({
  default: (await import('#renderer/features/queue/index.ts')).CalledNumbers,
}))
const FloorPanel = lazy(async () => ({ default: (await import('#renderer/features/queue/index.ts')).FloorPanel }))

interface WhoPanelProps {
  counter: Counter
  /** What a missing signature does to the member's start. */
  lack: 'none' | 'warn' | 'block'
  /** The buttons of the guest dialogs. */
  tools: ReactNode
}

/** WHO: the member, found by a scan on any field or by F1. */
export function WhoPanel({ counter, lack, tools }: WhoPanelProps) {
  const { t } = useText()
  return (
    <section className="pl-counter-panel pl-who" aria-label={t('counter.who')}>
      <MemberSearch
        key={counter.guest}
        onChoose={counter.who.choose}
        onNone={counter.who.missing}
        onText={counter.noteSearch}
      />
      {tools}
      {counter.online ? (
        <Suspense fallback={null}>
          <CalledNumbers />
        </Suspense>
      ) : null}
      <ResumedEntry counter={counter} />
      <Guest counter={counter} lack={lack} />
    </section>
  )
}

function Guest({ counter, lack }: Pick<WhoPanelProps, 'counter' | 'lack'>) {
  const { t } = useText()
  const isNarrow = useNarrow(768)
  const keys = useCounterKeyNames()
  const { who, online, quote } = counter
  const { view } = who
  switch (view.kind) {
    case 'none':
      return (
        <>
          <EmptyBlock
            title={t(isNarrow ? 'counter.member.hintTouch' : 'counter.member.hint', keys)}
            hint={t('counter.member.guest')}
          />
          <OfflineQueue counter={counter} />
          {online && !isNarrow ? (
            <Suspense fallback={null}>
              <FloorPanel />
            </Suspense>
          ) : null}
        </>
      )
    case 'loading':
      return <Skeleton active paragraph={{ rows: 5 }} className="pl-who-loading" />
    case 'found':
      return (
        <MemberCard
          member={view.member}
          lack={lack}
          quote={quote}
          cachedAt={view.cachedAt}
          onClear={who.clear}
          coupons={online ? <MemberCoupons counter={counter} member={view.member} /> : null}
        />
      )
    case 'choice':
      return <MemberChoice found={view.found} onTake={who.take} />
    case 'unknown':
      return <Refused text={online ? t('counter.member.none') : t('counter.member.notCached')} />
    case 'emptySwipe':
      return <Refused text={t('counter.member.swipe')} />
    case 'notCard':
      return <Refused text={t('counter.member.notCard')} />
    case 'failed':
      return <ErrorBlock error={view.error} />
  }
}

const Refused = ({ text }: { text: string }) => (
  <div className="pl-block pl-who-refused" role="alert">
    <strong>{text}</strong>
  </div>
)
