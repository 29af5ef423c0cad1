import { UploadOutlined } from '@ant-design/icons'
import { App, Button, Upload } from 'antd'
import { useState } from 'react'
import { download, upload } from '#renderer/core/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { ImportReport } from '#shared/core/excel.ts'
import { refreshList } from './crud-data.ts'
import { type CrudName, contractOf } from './crud-types.ts'

/** Code of an import with errors (`api-family 1.6`). */
const WITH_ERRORS = 201

/** Uploads a workbook; rows that did not fit come back in a file with their reasons. */
export function ImportButton({ name }: { name: CrudName }) {
  const { t } = useText()
  const { modal, message } = App.useApp()
  const [isBusy, setBusy] = useState(false)

  const send = async (file: File) => {
    setBusy(true)
    try {
      const envelope = await upload(contractOf(name).importExcel?.path ?? '', file)
      const errors = envelope.code === WITH_ERRORS ? ImportReport.safeParse(envelope.result) : null
      if (errors?.success) {
        const { msg, fileUrl, fileName, successCount, refused } = errors.data
        const save = () =>
          download(fileUrl, {}, fileName).catch((error: unknown) => message.warning(textOfError(t, error)))
        modal.warning({
          // The server's words are those of the API family, which say “imported” also where nothing was.
          title: successCount === 0 ? t('crud.importedNone', { file: file.name }) : envelope.message,
          width: 640,
          content: (
            <>
              <p>{msg}</p>
              <ul className="pl-import-refused">
                {refused.map(({ line, reason }) => (
                  <li key={line}>
                    {t('crud.importLine', { line })}: {reason}
                  </li>
                ))}
              </ul>
              <Button type="link" className="pl-crud-open" onClick={() => void save()}>
                {fileName}
              </Button>
            </>
          ),
          okText: t('action.close'),
        })
      } else {
        void message.success(envelope.message)
      }
      await refreshList(name)
    } catch (error) {
      void message.error(t('crud.importFailed', { file: file.name, reason: textOfError(t, error) }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Upload
      accept=".xlsx"
      showUploadList={false}
      beforeUpload={(file) => {
        void send(file)
        return false
      }}
    >
      <Button icon={<UploadOutlined />} loading={isBusy}>
        {t('crud.import')}
      </Button>
    </Upload>
  )
}
