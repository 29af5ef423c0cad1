import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { useLive } from '#renderer/core/hooks.ts'
import { isTextKey, type Translate, textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { PrintsPort } from '#renderer/platform/platform.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'
import { PrintedPaper } from './printed-paper.tsx'

const nothing = { get: () => null, subscribe: () => () => undefined }

/** The latest papers of this terminal's printer: retry waiting ones, decide about uncertain ones, and reprint any. */
export function PrintList({ items, prints }: { items: PrintItem[]; prints: PrintsPort }) {
  const { t } = useText()
  const { message } = App.useApp()
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await queryClient.invalidateQueries({ queryKey: ['prints'] })
  }
  const [shown, setShown] = useState<PrintItem | null>(null)
  const inOrder = [...items].sort((a, b) => Number(b.state === 'unknown') - Number(a.state === 'unknown'))
  return (
    <>
      <PrinterWord waits={items.some(({ state }) => state === 'waiting')} onRetry={() => void act(prints.retry)} />
      {items.length === 0 ? <EmptyBlock title={t('sync.nonePrints')} hint={t('sync.nonePrintsHint')} /> : null}
      <ul className="pl-sync-items">
        {inOrder.map((item) => (
          <li key={item.jobId} data-testid={`print-${item.state}`}>
            <strong>{item.ticketNo}</strong>
            <div className="pl-sync-what">
              <span>{item.state === 'unknown' ? t('sync.unknownPrint') : stateText(t, item)}</span>
              <small>
                {formatTime(new Date(item.createdAt), DEFAULT_ZONE)}
                {item.copyNo > 1 ? ` · ${t('sync.copy', { copy: item.copyNo })}` : ''}
              </small>
            </div>
            <span className="pl-sync-actions">
              <Button onClick={() => setShown(item)}>{t('print.show')}</Button>
              <Actions item={item} prints={prints} act={act} />
            </span>
          </li>
        ))}
      </ul>
      {shown ? <PrintedPaper item={shown} prints={prints} onClose={() => setShown(null)} /> : null}
    </>
  )
}

/** The printer's error state, and a button to retry immediately. */
function PrinterWord({ waits, onRetry }: { waits: boolean; onRetry(): void }) {
  const { t } = useText()
  const printer = useLive(usePlatform().devices?.state ?? nothing)?.printer
  if (!printer || printer.state === 'off') return null
  const { problem } = printer
  const isWell = problem === 'none'
  if (isWell && !waits) return null
  return (
    <Alert
      type={isWell ? 'info' : 'warning'}
      showIcon
      title={problem === 'none' ? t('sync.printsWait') : `${t('strip.printer')}: ${t(`device.problem.${problem}`)}`}
      action={<Button onClick={onRetry}>{t('sync.retryPrinter')}</Button>}
    />
  )
}

interface ActionsProps {
  item: PrintItem
  prints: PrintsPort
  act(work: () => Promise<unknown>): Promise<void>
}

function Actions({ item: { jobId, orderId, state }, prints, act }: ActionsProps) {
  const { t } = useText()
  if (state === 'printing') return null
  if (state === 'waiting') {
    return <Button onClick={() => void act(() => prints.cancel(jobId))}>{t('sync.cancelPrint')}</Button>
  }
  if (state === 'unknown') {
    return (
      <>
        <Button onClick={() => void act(() => prints.resolve(jobId, 'printed'))}>{t('sync.wasPrinted')}</Button>
        <Button onClick={() => void act(() => prints.resolve(jobId, 'reprint'))}>{t('sync.printAgain')}</Button>
      </>
    )
  }
  return <Button onClick={() => void act(() => prints.reprint(orderId))}>{t('sync.printAgain')}</Button>
}

function stateText(t: Translate, { state, detail }: PrintItem): string {
  const key = `print.detail.${detail}`
  const why = detail !== 'none' && isTextKey(key) ? t(key) : ''
  return [t(`recent.${state}`), why].filter(Boolean).join(' · ')
}
