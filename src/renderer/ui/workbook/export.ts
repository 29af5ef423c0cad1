import { App } from 'antd'
import { download } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { type ContractName, contractOf, pathOf, type Values } from '#renderer/ui/crud/crud-types.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { EXPORT_CONFIRM_ROWS } from '#shared/core/excel.ts'
import { useTransfer } from './transfer.tsx'

interface Wanted {
  name: ContractName
  /** The parameters of the calls' paths. */
  params?: Record<string, string>
  title: string
  query: Values
  selected: string[]
  total: number
}

/** Exports a list as a workbook: the selected rows, or all that match; a large export asks first (spec §5). */
export function useExport() {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const transfer = useTransfer()

  const run = async ({ name, params, title, query, selected }: Wanted, isConfirmed = false) => {
    const path = pathOf(contractOf(name).exportXls, params)
    const sent = { ...query, selections: selected.join(','), confirm: isConfirmed ? 'true' : '' }
    try {
      await transfer.run((options) => download(path, sent, `${title}.xlsx`, options))
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  return {
    moving: transfer.moving,
    start(wanted: Wanted) {
      if (wanted.selected.length > 0 || wanted.total <= EXPORT_CONFIRM_ROWS) return void run(wanted)
      ask({
        title: t('crud.exportMany', { total: wanted.total, limit: EXPORT_CONFIRM_ROWS }),
        content: t('crud.exportManyHint'),
        ok: t('crud.export'),
        onOk: () => void run(wanted, true),
      })
    },
  }
}
