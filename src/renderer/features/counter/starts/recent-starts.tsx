import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useCounterKeyNames } from '#renderer/core/keyboard/counter-keys.ts'
import { useText } from '#renderer/core/locale.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'
import { hasTicket } from './recent.calc.ts'
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

const moneyTexts: Record<RecentStart['money'], TextKey | null> = {
  none: null,
  unpaid: 'recent.unpaid',
  part: 'records.refund.part',
  refunding: 'records.refund.refunding',
  refunded: 'records.refund.refunded',
  voided: 'records.refund.voided',
}

/** The print state of an order's ticket at this terminal; null where nothing is printed. */
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

interface RecentStartsProps {
  recent: Pick<Counter['recent'], 'starts' | 'last'>
  onRepeat(start: RecentStart): void
  /** Null where nothing can be printed. */
  onReprint: ((start: RecentStart, pressedAt: number) => void) | null
}

/** The last starts, newest first, with the print state of their tickets at this terminal. */
export function RecentStarts({ recent: { starts, last }, onRepeat, onReprint }: RecentStartsProps) {
  const { t } = useText()
  return (
    <div className="pl-recent">
      <h2>{t('recent.title')}</h2>
      {starts.length === 0 ? <p>{t('recent.none')}</p> : null}
      <ol>
        {starts.map((start) => (
          <Recent
            key={start.outcome.id}
            start={start}
            isLast={start.outcome.id === last?.outcome.id}
            onRepeat={() => onRepeat(start)}
            onReprint={onReprint}
          />
        ))}
      </ol>
    </div>
  )
}

interface RecentProps extends Pick<RecentStartsProps, 'onReprint'> {
  start: RecentStart
  isLast: boolean
  onRepeat(): void
}

function Recent({ start, isLast, onRepeat, onReprint }: RecentProps) {
  const { t } = useText()
  const { outcome, racer, ruleName, memberName, price, money } = start
  const printed = usePrintState(outcome.id)
  const keys = useCounterKeyNames()
  const isOffline = outcome.state === 'offline'
  const state = moneyTexts[money]
  const details = [
    state ? t(state) : '',
    memberName,
    price,
    isOffline ? t('recent.offline') : '',
    printed && hasTicket(start) ? t(printed) : '',
  ].filter(Boolean)
  return (
    <li>
      <strong>{outcome.ticketNo}</strong>
      <span className="pl-recent-what" title={[racer, ruleName, ...details].join(' · ')}>
        {outcome.vehicleName || t('recent.inLine')} · {racer}
        <small>{details.join(' · ')}</small>
      </span>
      {onReprint && hasTicket(start) ? (
        <button
          type="button"
          title={`${t('counter.reprint')} ${outcome.ticketNo}`}
          aria-label={`${t('counter.reprint')} ${outcome.ticketNo}`}
          onClick={(event) => onReprint(start, event.timeStamp)}
        >
          <PrinterOutlined aria-hidden="true" />
        </button>
      ) : null}
      <button type="button" title={t('recent.againHint', keys)} onClick={onRepeat}>
        {isLast ? <kbd>{keys.repeat}</kbd> : null}
        {t('recent.again')}
      </button>
    </li>
  )
}
