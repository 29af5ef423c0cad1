import { Button } from 'antd'
import type { ReactNode } from 'react'
import { openHelp } from '#renderer/core/help.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useCounterKeyNames } from '#renderer/core/keyboard/counter-keys.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { type Notice, noticeText } from '#renderer/core/notice.ts'
import { type StartKey, startKeys } from '#renderer/features/counter/choices/start-modes.calc.ts'
import { actionOfStart } from '#renderer/features/counter/keys/keys.calc.ts'
import { startLabel, takenLabel } from '#renderer/features/counter/plan/start-labels.calc.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Counter } from './use-counter.ts'

/** Whether the sign-in has ended. Its own text is shown, because the API's text mentions tokens. */
const hasEnded = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'auth.tokenInvalid' || error.code === 'auth.tokenMissing')

const stageTexts = {
  awaitsMember: 'counter.awaitsMember',
  awaitsPhoto: 'counter.awaitsPhoto',
  awaitsPassword: 'counter.awaitsPassword',
  awaitsPayCode: 'counter.awaitsPayCode',
  starting: 'counter.starting',
} as const

interface CounterFootProps {
  counter: Counter
  canReprint: boolean
  onPending(): void
  onReprint(pressedAt: number): void
}

/** The bottom line: the preview or an error, and the buttons of the keys. */
export function CounterFoot({ counter, canReprint, onPending, onReprint }: CounterFootProps) {
  const { t } = useText()
  const { online, pendingCount, problem, preview } = counter
  const keys = useCounterKeyNames()
  const isNarrow = useNarrow(768)
  // Phones have no digit keys to mention.
  const textOf = (line: Notice) =>
    isNarrow && line.key === 'counter.will.noRule' ? t('error.sessions.ruleRequired') : noticeText(t, line)
  const isRefused = problem !== null && problem.field === null
  return (
    <footer className="pl-counter-foot">
      <div className={`pl-outlook pl-outlook-${isRefused ? 'refused' : preview.tone}`} data-testid="outlook">
        {isRefused ? (
          <span role="alert">{hasEnded(problem.error) ? t('error.expiredHint') : textOfError(t, problem.error)}</span>
        ) : (
          <output aria-live="polite">
            {preview.lines.map((line) => (
              <span key={line.key + textOf(line)}>{textOf(line)}</span>
            ))}
          </output>
        )}
      </div>
      <div className="pl-counter-keys">
        {startKeys.map((key) => (
          <StartButton key={key} counter={counter} startKey={key} />
        ))}
        <Button
          className="pl-key-other"
          disabled={!online}
          title={online ? undefined : t('counter.offlineHung')}
          onClick={onPending}
        >
          <KeyCap>{keys.hung}</KeyCap>
          {t('counter.hung')}
          {pendingCount === null ? '' : ` (${pendingCount})`}
        </Button>
        <Button
          className="pl-key-other"
          disabled={!canReprint}
          title={canReprint ? undefined : t('counter.reprintNone')}
          onClick={(event) => onReprint(event.timeStamp)}
        >
          <KeyCap>{keys.reprint}</KeyCap>
          {t('counter.reprint')}
        </Button>
        <Button className="pl-key-other" onClick={counter.clear}>
          <KeyCap>Esc</KeyCap>
          {t('counter.clear')}
        </Button>
        <Button className="pl-keys-key" onClick={() => openHelp()} aria-label={t('help.title')} title={t('help.title')}>
          <KeyCap>?</KeyCap>
        </Button>
      </div>
    </footer>
  )
}

/** The button of a start key, with its label and what it takes. */
function StartButton({ counter, startKey }: { counter: Counter; startKey: StartKey }) {
  const { t } = useText()
  const { startModes, planOf, stage, press } = counter
  const keys = useCounterKeyNames()
  const startMode = startModes[startKey]
  const isMain = startKey === 'F5'
  // Where F4 does the same as F5, one button is enough. F6 stays as a disabled button.
  if (startKey === 'F4' && (startMode === null || startMode === startModes.F5)) return null
  if (startMode === null)
    return (
      <Idle startKey={startKey} hint={t(counter.resumedEntry ? 'line.inLineAlready' : 'error.counter.chargeOffline')} />
    )
  const plan = planOf(startMode)
  const underWay = stage !== 'idle' && counter.startMode === startMode ? stage : null
  const taken = takenLabel(plan)
  return (
    <Button
      type={isMain ? 'primary' : 'default'}
      className={isMain ? 'pl-start' : 'pl-start-other'}
      loading={underWay !== null}
      disabled={stage !== 'idle' && underWay === null}
      aria-disabled={plan.preview.tone === 'blocked'}
      title={plan.preview.lines.map((line) => noticeText(t, line)).join(' · ')}
      onClick={(event) => press(startKey, event.timeStamp)}
    >
      <span className="pl-start-words">
        <span>
          <KeyCap>{keys[actionOfStart[startKey]]}</KeyCap>
          {t(underWay ? stageTexts[underWay] : startLabel(plan))}
        </span>
        {taken ? <small className="pl-amount">{noticeText(t, taken)}</small> : null}
      </span>
    </Button>
  )
}

/** The disabled button of F6, offline. */
function Idle({ startKey, hint }: { startKey: StartKey; hint: string }) {
  const { t } = useText()
  const keys = useCounterKeyNames()
  return (
    <Button className="pl-start-other" disabled title={hint}>
      <span className="pl-start-words">
        <span>
          <KeyCap>{keys[actionOfStart[startKey]]}</KeyCap>
          {t('counter.way.lineup')}
        </span>
      </span>
    </Button>
  )
}

const KeyCap = ({ children }: { children: ReactNode }) => <kbd>{children}</kbd>
