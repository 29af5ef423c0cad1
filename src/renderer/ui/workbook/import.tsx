import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { ContractName } from '#renderer/ui/crud/crud-types.ts'
import { ImportDialog } from './import-dialog.tsx'

/** The button that opens the import dialog. */
export function ImportButton({ name, list }: { name: ContractName; list: string }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        {t('crud.import')}
      </Button>
      {isOpen ? <ImportDialog name={name} list={list} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
