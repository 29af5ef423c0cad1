import { App, Button } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import type { PrintsPort } from '#renderer/platform/platform.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import type { PrintItem } from '#shared/ipc/contract.ts'

/** Tickets of which nobody knows whether they came out: the cashier looks and decides. */
export function UnknownPrints({ items, prints }: { items: PrintItem[]; prints: PrintsPort }) {
  const { t } = useText()
  const { message } = App.useApp()
  const resolve = async (item: PrintItem, as: 'printed' | 'reprint') => {
    try {
      await prints.resolve(item.jobId, as)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await queryClient.invalidateQueries({ queryKey: ['prints'] })
  }
  return (
    <ul className="pl-sync-items">
      {items.map((item) => (
        <li key={item.jobId} data-testid="print-unknown">
          <strong>{item.ticketNo}</strong>
          <div className="pl-sync-what">
            <span>{t('sync.unknownPrint')}</span>
            <small>
              {formatTime(new Date(item.createdAt), DEFAULT_ZONE)}
              {item.copyNo > 0 ? ` · ${t('sync.copy', { copy: item.copyNo })}` : ''}
            </small>
          </div>
          <span className="pl-sync-actions">
            <Button onClick={() => void resolve(item, 'printed')}>{t('sync.wasPrinted')}</Button>
            <Button onClick={() => void resolve(item, 'reprint')}>{t('sync.printAgain')}</Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
