import { App, Button, Input } from 'antd'
import { type ReactNode, useId } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { useUndoNotice } from '#renderer/ui/dialog/use-undo-notice.tsx'
import { REASON_MAX } from '#shared/core/route.ts'
import type { BatchAction } from './crud-types.ts'
import './crud.css'

/** Runs an action after a confirmation; a refusal is shown as a warning with the server's message. */
export function useConfirmation() {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const showUndoNotice = useUndoNotice()
  return (
    question: string,
    work: (reason: string) => Promise<string | Done>,
    {
      hint,
      ok,
      isDanger = true,
      asksReason = false,
      needsReason = false,
      names = [],
      choice,
    }: ConfirmationOptions = {},
  ) => {
    let reason = ''
    const content = (
      <>
        {hint ? <p className="pl-ask-hint">{hint}</p> : null}
        {names.length > 0 ? <NamesOf names={names} /> : null}
        {choice ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              dialog.press()
            }}
          >
            {choice((isReady) => dialog.enableOk(isReady))}
            {/* Lets Enter confirm. */}
            <button type="submit" hidden />
          </form>
        ) : null}
        {asksReason || needsReason ? (
          <ReasonInput
            isFirst={needsReason}
            onEnter={() => dialog.press()}
            onChange={(given) => {
              reason = given
              if (needsReason) dialog.enableOk(given.trim() !== '')
            }}
          />
        ) : null}
      </>
    )
    const dialog = ask({
      title: question,
      content,
      ok: ok ?? t('action.confirm'),
      isDanger,
      // A stray Enter must not delete anything. Where a reason or a choice is required, OK is disabled until it is given.
      ...(needsReason || choice ? { enter: null, isOkDisabled: true } : {}),
      onOk: async () => {
        try {
          const done = await work(reason.trim())
          if (typeof done === 'string') void message.success(done)
          else showUndoNotice(done)
        } catch (error) {
          void message.warning(textOfError(t, error))
        }
      },
    })
  }
}

/** What was done, and how it is undone. */
interface Done {
  text: string
  undo(): Promise<string>
}

interface ConfirmationOptions {
  hint?: string
  ok?: string
  isDanger?: boolean
  /** Whether to ask for a reason, which the audit trail stores. */
  asksReason?: boolean
  /** Asks for a reason and requires one. */
  needsReason?: boolean
  /** The names of the rows to delete. */
  names?: readonly string[]
  /** Renders a required choice; it calls `onReady` when its state changes. */
  choice?: (onReady: (isReady: boolean) => void) => ReactNode
}

const MAX_NAMES = 8

function NamesOf({ names }: { names: readonly string[] }) {
  const { t } = useText()
  const rest = names.length - MAX_NAMES
  return (
    <ul className="pl-ask-names">
      {names.slice(0, MAX_NAMES).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {rest > 0 ? <li>{t('crud.andMore', { count: rest })}</li> : null}
    </ul>
  )
}

interface WhyProps {
  isFirst: boolean
  /** Called on Enter once there is a reason; Shift+Enter begins a new line. */
  onEnter(): void
  onChange(reason: string): void
}

/** The field for the reason; `isFirst` gives it the initial focus. */
function ReasonInput({ isFirst, onEnter, onChange }: WhyProps) {
  const { t } = useText()
  const id = useId()
  useFocusOnOpen(() => document.getElementById(id), isFirst)
  return (
    <>
      <label htmlFor={id}>{t('crud.why')}</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 2, maxRows: 4 }}
        maxLength={REASON_MAX}
        placeholder={t('crud.whyHint')}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (event.currentTarget.value.trim() !== '') onEnter()
        }}
      />
    </>
  )
}

interface SelectionLineProps {
  selected: string[]
  batch: BatchAction[]
  onRemove: (() => void) | null
  onClear(): void
}

/** The number of selected rows, and the batch actions. */
export function SelectionLine({ selected, batch, onRemove, onClear }: SelectionLineProps) {
  const { t } = useText()
  return (
    <div className="pl-crud-selection" role="status">
      <span>{t('list.selected', { count: selected.length })}</span>
      {batch.map(({ key, label, act }) => (
        <Button key={key} onClick={() => act(selected, onClear)}>
          {label}
        </Button>
      ))}
      {onRemove ? (
        <Button danger onClick={onRemove}>
          {t('crud.batchDelete')}
        </Button>
      ) : null}
      <Button type="link" onClick={onClear}>
        {t('list.clear')}
      </Button>
    </div>
  )
}
