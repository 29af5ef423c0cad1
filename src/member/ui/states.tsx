import { textOfError, useText } from '#member/core/locale.ts'
import { Button } from './button.tsx'

export function Loading() {
  const { t } = useText()
  return (
    <p className="m-state" role="status">
      {t('memberPage.loading')}
    </p>
  )
}

export function Empty({ text }: { text: string }) {
  return <p className="m-state">{text}</p>
}

/** What went wrong, with a way to try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useText()
  return (
    <div className="m-state" role="alert">
      <p>{textOfError(t, error)}</p>
      <Button kind="plain" onPress={onRetry}>
        {t('memberPage.retry')}
      </Button>
    </div>
  )
}

export function Notice({ tone, text }: { tone: 'info' | 'warn' | 'error' | 'good'; text: string }) {
  return (
    <p className={`m-notice m-notice-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {text}
    </p>
  )
}
