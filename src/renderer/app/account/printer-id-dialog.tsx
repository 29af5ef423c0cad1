import { App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { storedPrintId, storePrintId } from '#renderer/core/print-id.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'

/** Sets the printer for rides started here (spec §2): stored in the terminal's settings, or in the browser. */
export function PrinterIdDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const { settings } = usePlatform()
  const current = settings?.state.get() ?? null
  const [printId, setPrintId] = useState(current ? current.printId : storedPrintId())
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  useFocusOnOpen(() => document.getElementById('printer-id'))

  const save = async () => {
    setBusy(true)
    try {
      if (settings && current) await settings.write({ ...current, printId: printId.trim() })
      else storePrintId(printId.trim())
      void message.success(t('printer.saved'))
      onClose()
    } catch (error) {
      setProblem(textOfError(t, error))
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      width={420}
      title={t('printer.title')}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={save}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={save}>
        <Form.Item
          label={t('printer.label')}
          htmlFor="printer-id"
          extra={t('printer.hint')}
          validateStatus={problem ? 'error' : ''}
          help={problem || undefined}
        >
          <Input
            id="printer-id"
            allowClear
            maxLength={64}
            spellCheck={false}
            value={printId}
            onChange={(event) => setPrintId(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
