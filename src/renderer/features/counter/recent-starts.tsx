import { useQuery } from '@tanstack/react-query'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { PrintItem } from '#shared/ipc/contract.ts'
import type { RecentStart } from './recent-store.ts'

const printTexts: Record<PrintItem['state'], TextKey> = {
  waiting: 'recent.waiting',
  printing: 'recent.printing',
  printed: 'recent.printed',
  sent: 'recent.sent',
  unknown: 'recent.unknown',
  cancelled: 'recent.cancelled',
  expired: 'recent.expired',
}

/** What became of the ticket of an order at this terminal's printer; null where nothing is printed. */
export function usePrintState(orderId: string | undefined): TextKey | null {
  const { prints } = usePlatform()
  const { data } = useQuery({
    queryKey: ['prints'],
    queryFn: () => prints?.list() ?? [],
    enabled: prints !== null && orderId !== undefined,
  })
  const items = data?.filter((item) => item.orderId === orderId) ?? []
  const latest = items.reduce<PrintItem | null>((last, item) => (last && last.copyNo > item.copyNo ? last : item), null)
  return latest ? printTexts[latest.state] : null
}

/** The last sessions that were started here, newest first, with the state of their tickets. */
export function RecentStarts({ starts, onRepeat }: { starts: RecentStart[]; onRepeat(start: RecentStart): void }) {
  const { t } = useText()
  return (
    <div className="pl-recent">
      <h2>{t('recent.title')}</h2>
      {starts.length === 0 ? <p>{t('recent.none')}</p> : null}
      <ol>
        {starts.map((start, index) => (
          <Recent key={start.outcome.id} start={start} isLast={index === 0} onRepeat={() => onRepeat(start)} />
        ))}
      </ol>
    </div>
  )
}

interface RecentProps {
  start: RecentStart
  isLast: boolean
  onRepeat(): void
}

function Recent({ start: { outcome, racer, ruleName, memberName, price }, isLast, onRepeat }: RecentProps) {
  const { t } = useText()
  const printed = usePrintState(outcome.id)
  return (
    <li>
      <strong>{outcome.ticketNo}</strong>
      <span className="pl-recent-what" title={`${racer} · ${ruleName}`}>
        {outcome.vehicleName} · {racer}
        <small>
          {[memberName, price, outcome.state === 'offline' ? t('recent.offline') : '', printed ? t(printed) : '']
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <button type="button" title={t('recent.againHint')} onClick={onRepeat}>
        {isLast ? <kbd>F2</kbd> : null}
        {t('recent.again')}
      </button>
    </li>
  )
}
