import { App } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { type PrintAnswer, usePrintNotice } from './use-print-notice.ts'

/** A row action that reprints its paper, for users who have the permission. */
export function usePrintAgain(
  permission: string,
  label: TextKey,
  print: (id: string) => Promise<PrintAnswer>,
): (id: string) => RowAction[] {
  const { t } = useText()
  const { message } = App.useApp()
  const showNotice = usePrintNotice()
  const mayPrint = useMay(permission)
  const send = async (id: string) => {
    try {
      showNotice(await print(id))
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  return (id) => (mayPrint ? [{ key: 'print', label: t(label), act: () => void send(id) }] : [])
}
