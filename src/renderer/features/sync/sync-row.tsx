import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { isTextKey, type Translate, textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import type { SyncItem } from '#shared/ipc/contract.ts'

const toneOf: Record<SyncItem['state'], Tone> = {
  waiting: 'warning',
  sending: 'info',
  sent: 'success',
  refused: 'error',
  dismissed: 'neutral',
}

/** The state of any entry that is sent to the server later. */
type Standing = Pick<SyncItem, 'state' | 'code' | 'details' | 'reason' | 'remark'>

/** The reason for a refusal in the screen's language; the server's message where this version has no text. */
function reasonOf(t: Translate, { code, details, reason }: Standing): string {
  const own = isTextKey(`error.${code}`) ? textOfError(t, new AppError(code as ErrorCode, details)) : ''
  return own !== '' && !own.includes('{') ? own : reason || code || ''
}

interface SyncRowProps {
  item: Standing
  testId: string
  name: string
  what: string
  children: ReactNode
  retry(): Promise<unknown>
  onDismiss(): void
}

/** One entry: its subject, the reason for a refusal, and the actions to resolve it. */
export function SyncRow({ item, testId, name, what, children, retry, onDismiss }: SyncRowProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const tryAgain = async () => {
    setBusy(true)
    try {
      await retry()
    } catch (error) {
      void message.warning(textOfError(t, error))
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['sync'] })
    }
  }
  return (
    <li data-testid={testId}>
      <strong>{name}</strong>
      <div className="pl-sync-what">
        <span>{what}</span>
        {children}
        {item.reason || item.code ? (
          <p className="pl-sync-reason" role="note">
            {t('sync.reason')}: {reasonOf(t, item)}
          </p>
        ) : null}
        {item.remark ? (
          <small>
            {t('sync.remark')}: {item.remark}
          </small>
        ) : null}
      </div>
      <ToneTag tone={toneOf[item.state]}>{t(`sync.state.${item.state}`)}</ToneTag>
      {item.state === 'refused' ? (
        <span className="pl-sync-actions">
          <Button loading={isBusy} onClick={() => void tryAgain()}>
            {t('sync.retry')}
          </Button>
          <Button onClick={onDismiss}>{t('sync.dismiss')}</Button>
        </span>
      ) : null}
    </li>
  )
}

/** A refused entry that a user can dismiss. */
export interface Refused {
  what: string
  dismiss(remark: string): Promise<unknown>
}
