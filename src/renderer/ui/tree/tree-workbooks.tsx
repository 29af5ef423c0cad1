import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import type { SheetName } from '#renderer/ui/crud/crud-types.ts'
import { useExport } from '#renderer/ui/workbook/export.ts'
import { ImportButton } from '#renderer/ui/workbook/import.tsx'
import { TransferProgress } from '#renderer/ui/workbook/transfer.tsx'
import { keysOf, type TreeItem } from './tree.calc.ts'

/** Export and import of a tree as a workbook, for users who have the permission. */
export function TreeWorkbooks({ name, title, nodes }: { name: SheetName; title: string; nodes: TreeItem[] }) {
  const { t } = useText()
  const may = useMayCall(name)
  const files = useExport()
  return (
    <>
      <TransferProgress moving={files.moving} />
      {may('exportXls') ? (
        <Button
          icon={<DownloadOutlined />}
          loading={files.moving !== null}
          onClick={() => files.start({ name, title, query: {}, selected: [], total: keysOf(nodes).length })}
        >
          {t('crud.export')}
        </Button>
      ) : null}
      {may('importExcel') ? <ImportButton name={name} list={title} /> : null}
    </>
  )
}
