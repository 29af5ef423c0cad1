import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useExport } from '#renderer/ui/export.ts'
import { ImportButton } from '#renderer/ui/import.tsx'
import { ListViewMenu } from '#renderer/ui/list-view-menu.tsx'
import { TransferProgress } from '#renderer/ui/transfer.tsx'
import { useRecordFilters, viewOfQuery } from './record-filters.ts'

/** Workbooks of the pay-later list (spec §2), for those who may have them. */
export function PlayRecordTools({ selected, total }: { selected: string[]; total: number }) {
  const { t } = useText()
  const { query, apply } = useRecordFilters()
  const files = useExport()
  const mayExport = useMay('playbeforepay:export')
  const mayImport = useMay('playbeforepay:import')
  const wanted = { name: 'playBeforePay', title: t('records.title'), query: { ...query }, selected, total } as const
  return (
    <div className="pl-crud-tools">
      {mayExport ? (
        <Button icon={<DownloadOutlined />} loading={files.moving !== null} onClick={() => files.start(wanted)}>
          {t('crud.export')}
        </Button>
      ) : null}
      {mayImport ? <ImportButton name="playBeforePay" list={wanted.title} /> : null}
      <TransferProgress moving={files.moving} />
      <span className="pl-crud-tools-end">
        <ListViewMenu list="playBeforePay" content={viewOfQuery(query)} onApply={apply} />
      </span>
    </div>
  )
}
