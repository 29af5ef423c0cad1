import { App } from 'antd'
import { useState } from 'react'
import { download } from '#renderer/core/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { EXPORT_CONFIRM_ROWS } from '#shared/core/excel.ts'
import { type CrudName, contractOf, type Values } from './crud-types.ts'

interface Wanted {
  name: CrudName
  title: string
  query: Values
  selected: string[]
  total: number
}

/** Saves a list as a workbook: the selected rows, or all that are found; a great many only after a question (spec §5). */
export function useExport() {
  const { t } = useText()
  const { modal, message } = App.useApp()
  const [isBusy, setBusy] = useState(false)

  const run = async ({ name, title, query, selected }: Wanted, isConfirmed = false) => {
    setBusy(true)
    try {
      const path = contractOf(name).exportXls?.path ?? ''
      await download(
        path,
        { ...query, selections: selected.join(','), confirm: isConfirmed ? 'true' : '' },
        `${title}.xlsx`,
      )
    } catch (error) {
      void message.warning(textOfError(t, error))
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    start(wanted: Wanted) {
      if (wanted.selected.length > 0 || wanted.total <= EXPORT_CONFIRM_ROWS) return void run(wanted)
      modal.confirm({
        title: t('crud.exportMany', { total: wanted.total, limit: EXPORT_CONFIRM_ROWS }),
        content: t('crud.exportManyHint'),
        okText: t('crud.export'),
        cancelText: t('action.cancel'),
        onOk: () => run(wanted, true),
      })
    },
  }
}
