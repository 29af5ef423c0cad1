import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { ContractName } from './crud-types.ts'
import { ImportDialog } from './import-dialog.tsx'

/** Opens the way of a workbook into a list. */
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
