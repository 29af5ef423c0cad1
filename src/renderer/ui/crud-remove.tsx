import { App, Button } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { BatchAction } from './crud-types.ts'

/** Does something after a question; a refusal is a warning with the server's words. */
export function useAskFirst() {
  const { t } = useText()
  const { modal, message } = App.useApp()
  return (question: string, work: () => Promise<string>, { hint, ok, isDanger = true }: AskOptions = {}) =>
    modal.confirm({
      title: question,
      content: hint,
      okText: ok ?? t('action.confirm'),
      okButtonProps: { danger: isDanger },
      cancelText: t('action.cancel'),
      onOk: async () => {
        try {
          void message.success(await work())
        } catch (error) {
          void message.warning(textOfError(t, error))
        }
      },
    })
}

interface AskOptions {
  hint?: string
  ok?: string
  isDanger?: boolean
}

interface SelectionLineProps {
  selected: string[]
  batch: BatchAction[]
  onRemove: (() => void) | null
  onClear(): void
}

/** How many rows are selected, and what can be done with them. */
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
