import { Button } from 'antd'
import type { ReactNode } from 'react'
import { requestIdOf, textOfError, useText } from '#renderer/core/locale.ts'

/** The empty state: what will appear here, and the next step. */
export function EmptyBlock({ title, hint, action }: { title?: string; hint?: string; action?: ReactNode }) {
  const { t } = useText()
  return (
    <div className="pl-block">
      <strong>{title ?? t('empty.nothing')}</strong>
      {hint ? <span>{hint}</span> : null}
      {action}
    </div>
  )
}

/** An error shown in place of the content that failed, with a retry. */
export function ErrorBlock({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useText()
  const requestId = requestIdOf(error)
  return (
    <div className="pl-block" role="alert">
      <strong>{textOfError(t, error)}</strong>
      {retry ? <Button onClick={retry}>{t('action.retry')}</Button> : null}
      {requestId ? <small>{t('error.number', { requestId })}</small> : null}
    </div>
  )
}
