import { PrinterOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { printPage, useIsReadingForPrint } from './page-print.ts'

/** Prints the page; a list that could not be read is reported, and nothing is printed. */
export function usePrintPage(): () => Promise<void> {
  const { t } = useText()
  const { message } = App.useApp()
  return async () => {
    try {
      await printPage()
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
}

export function PrintButton() {
  const { t } = useText()
  const print = usePrintPage()
  const isReading = useIsReadingForPrint()
  return (
    <Button
      icon={<PrinterOutlined />}
      loading={isReading}
      title={`${t('print.page')} (Ctrl P)`}
      aria-label={t('print.page')}
      onClick={() => void print()}
    />
  )
}
