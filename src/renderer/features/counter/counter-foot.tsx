import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Said } from './counter.calc.ts'
import { saidText } from './said.ts'
import type { Counter } from './use-counter.ts'

/** The sign-in has ended; the wording of the API family speaks of tokens. */
const hasEnded = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'auth.tokenInvalid' || error.code === 'auth.tokenMissing')

const stageTexts = {
  idle: 'counter.start',
  awaitsMember: 'counter.awaitsMember',
  awaitsPassword: 'counter.awaitsPassword',
  starting: 'counter.starting',
} as const

interface CounterFootProps {
  counter: Counter
  canReprint: boolean
  onHung(): void
  onReprint(pressedAt: number): void
  onKeys(): void
}

/** The bottom line: what a start will do, or why it cannot be done; and the keys that work now. */
export function CounterFoot({ counter, canReprint, onHung, onReprint, onKeys }: CounterFootProps) {
  const { t } = useText()
  const { online, hung, problem, view, stage } = counter
  const isNarrow = useNarrow(768)
  // There are no digits on a phone.
  const textOf = (line: Said) =>
    isNarrow && line.key === 'counter.will.noRule' ? t('error.sessions.ruleRequired') : saidText(t, line)
  const isRefused = problem !== null && problem.field === null
  return (
    <footer className="pl-counter-foot">
      <div className={`pl-outlook pl-outlook-${isRefused ? 'refused' : view.tone}`} data-testid="outlook">
        {isRefused ? (
          <span role="alert">{hasEnded(problem.error) ? t('error.expiredHint') : textOfError(t, problem.error)}</span>
        ) : (
          <output aria-live="polite">
            {view.lines.map((line) => (
              <span key={line.key + textOf(line)}>{textOf(line)}</span>
            ))}
          </output>
        )}
      </div>
      <div className="pl-counter-keys">
        <Button
          type="primary"
          className="pl-start"
          loading={stage !== 'idle'}
          aria-disabled={view.tone === 'blocked'}
          onClick={(event) => counter.start(event.timeStamp)}
        >
          <KeyCap>F5</KeyCap>
          {t(stageTexts[stage])}
        </Button>
        <Button disabled={!online} title={online ? undefined : t('counter.offlineHung')} onClick={onHung}>
          <KeyCap>F7</KeyCap>
          {t('counter.hung')}
          {hung === null ? '' : ` (${hung})`}
        </Button>
        <Button
          disabled={!canReprint}
          title={canReprint ? undefined : t('counter.reprintNone')}
          onClick={(event) => onReprint(event.timeStamp)}
        >
          <KeyCap>F9</KeyCap>
          {t('counter.reprint')}
        </Button>
        <Button onClick={counter.clear}>
          <KeyCap>Esc</KeyCap>
          {t('counter.clear')}
        </Button>
        <Button className="pl-keys-key" onClick={onKeys} aria-label={t('counter.keys')} title={t('counter.keys')}>
          <KeyCap>?</KeyCap>
        </Button>
      </div>
    </footer>
  )
}

const KeyCap = ({ children }: { children: ReactNode }) => <kbd>{children}</kbd>
