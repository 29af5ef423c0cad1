import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { ContractName } from '#renderer/ui/crud/crud-types.ts'
import { ImportDialog } from './import-dialog.tsx'

interface ImportButtonProps {
  name: ContractName
  /** The parameters of the calls' paths. */
  params?: Record<string, string>
  list: string
}

/** The button that opens the import dialog. */
export function ImportButton({ name, params, list }: ImportButtonProps) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        {t('crud.import')}
      </Button>
      {isOpen ? (
        <ImportDialog name={name} {...(params ? { params } : {})} list={list} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
