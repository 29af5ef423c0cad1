import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, App, Button, Modal, Upload } from 'antd'
import { useState } from 'react'
import { download, upload } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { type ContractName, contractOf, pathOf } from '#renderer/ui/crud/crud-types.ts'
import { ImportReport } from '#shared/core/excel.ts'
import { ImportPreview } from './import-preview.tsx'
import { TransferProgress, useTransfer } from './transfer.tsx'
import './import.css'

interface ImportDialogProps {
  name: ContractName
  /** The parameters of the calls' paths. */
  params?: Record<string, string>
  /** The name of the list. */
  list: string
  onClose(): void
}

/** A workbook and the server's preview of its import. */
interface Preview {
  file: File
  report: ImportReport
}

/** Imports a workbook into a list: template, preview, and the import itself. */
export function ImportDialog({ name, params = {}, list, onClose }: ImportDialogProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const transfer = useTransfer()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [doing, setDoing] = useState('')
  const [problem, setProblem] = useState('')
  const { importTemplate, importPreview, importExcel } = contractOf(name)
  const isBusy = transfer.moving !== null

  /** Runs a step; its error is shown in the dialog. */
  const attempt = async (label: string, work: () => Promise<void>) => {
    setDoing(label)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(textOfError(t, error))
    }
  }

  const saveTemplate = () =>
    attempt(t('import.template'), async () => {
      await transfer.run((options) => download(pathOf(importTemplate, params), {}, `${list}.xlsx`, options))
    })

  const look = (file: File) =>
    attempt(t('import.checking', { file: file.name }), async () => {
      const envelope = await transfer.run((options) => upload(pathOf(importPreview, params), file, {}, options))
      if (envelope) setPreview({ file, report: ImportReport.parse(envelope.result) })
    })

  const take = ({ file, report: before }: Preview) =>
    attempt(t('import.importing', { file: file.name }), async () => {
      // A partial import only after the user has seen which rows are left out.
      const partial = before.errorCount > 0 ? 'true' : 'false'
      const envelope = await transfer.run((options) => upload(pathOf(importExcel, params), file, { partial }, options))
      await refreshList(name)
      if (!envelope) return setProblem(t('import.left'))
      const after = ImportReport.safeParse(envelope.result)
      if (after.success && after.data.successCount === 0) {
        setPreview(null)
        await look(file)
        return setProblem(t('import.changed'))
      }
      const count = after.data?.successCount ?? before.totalCount
      void message.success(count === 1 ? t('import.doneOne') : t('import.done', { count }))
      onClose()
    })

  const ready = preview?.report.successCount ?? 0
  return (
    <Modal
      open
      title={t('import.title', { list })}
      width={680}
      className="pl-import"
      maskClosable={false}
      onCancel={() => {
        transfer.moving?.cancel()
        onClose()
      }}
      footer={
        preview ? (
          <>
            <Button disabled={isBusy} onClick={() => setPreview(null)}>
              {t('import.other')}
            </Button>
            <Button type="primary" disabled={ready === 0} loading={isBusy} onClick={() => void take(preview)}>
              {ready === 1 ? t('import.doOne') : t('import.do', { count: ready })}
            </Button>
          </>
        ) : null
      }
    >
      {problem ? <Alert type="error" showIcon title={problem} /> : null}
      {preview ? (
        <ImportPreview file={preview.file.name} report={preview.report} />
      ) : (
        <>
          <p>{t('import.hint')}</p>
          <Button icon={<DownloadOutlined />} disabled={isBusy} onClick={() => void saveTemplate()}>
            {t('import.template')}
          </Button>
          <Upload.Dragger
            accept=".xlsx,.xls"
            showUploadList={false}
            disabled={isBusy}
            beforeUpload={(file) => {
              void look(file)
              return false
            }}
          >
            <p className="ant-upload-drag-icon">
              <InboxOutlined />
            </p>
            <p className="ant-upload-text">{t('import.choose')}</p>
          </Upload.Dragger>
        </>
      )}
      <TransferProgress moving={transfer.moving} label={doing} />
    </Modal>
  )
}
