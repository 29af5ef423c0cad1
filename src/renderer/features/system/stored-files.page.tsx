import { UploadOutlined } from '@ant-design/icons'
import { App, Button, Upload } from 'antd'
import { openedAddress } from '#renderer/core/addresses/shown-address.ts'
import { upload } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { TransferProgress, useTransfer } from '#renderer/ui/workbook/transfer.tsx'
import { ossFiles } from '#shared/features/system/oss-files.contract.ts'
import { UploadUse } from './upload-use.tsx'

/** Files of a store for all its users. */
export function StoredFilesPage() {
  const { t } = useText()
  const may = useMayCall('ossFiles')
  return (
    <CrudPage
      resource="ossFiles"
      title="menu.storedFiles"
      emptyHint="storedFile.noneHint"
      columns={[
        { name: 'fileName', title: 'storedFile.name', sorter: true, width: 320 },
        { name: 'createTime', title: 'storedFile.time', sorter: true, onCard: true },
        { name: 'createBy', title: 'crud.createBy' },
        { name: 'url', title: 'storedFile.url', optional: true, width: 260 },
      ]}
      filters={[
        <TextFilter key="name" name="fileName" label="storedFile.name" />,
        <DaysFilter key="days" name="createTime" label="storedFile.time" />,
      ]}
      actions={{
        head: (
          <>
            {may('upload') ? <UploadFile /> : null}
            {may('use') ? <UploadUse /> : null}
          </>
        ),
        row: ({ url }) => {
          const address = openedAddress(url)
          if (!address) return []
          const act = () => void window.open(address, '_blank', 'noopener,noreferrer')
          return [{ key: 'open', label: t('storedFile.open'), act }]
        },
      }}
    />
  )
}

function UploadFile() {
  const { t } = useText()
  const { message } = App.useApp()
  const { moving, run } = useTransfer()
  const send = async (file: File) => {
    try {
      const envelope = await run((options) => upload(ossFiles.upload.path, file, {}, options))
      if (envelope) void message.success(envelope.message)
      await refreshList('ossFiles')
    } catch (error) {
      void message.error(textOfError(t, error))
    }
  }
  return (
    <>
      <Upload
        showUploadList={false}
        beforeUpload={(file) => {
          void send(file)
          return false
        }}
      >
        <Button type="primary" icon={<UploadOutlined />} loading={moving !== null}>
          {t('storedFile.upload')}
        </Button>
      </Upload>
      <TransferProgress moving={moving} />
    </>
  )
}
