import { DownloadOutlined, FilterOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { useState } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { AdvancedDialog } from '#renderer/ui/crud/crud-advanced.tsx'
import { ColumnChoice } from '#renderer/ui/crud/crud-columns.tsx'
import { advancedOf, superQueryOf } from '#renderer/ui/crud/crud-state.ts'
import { ListViewMenu } from '#renderer/ui/list/list-view-menu.tsx'
import { useExport } from '#renderer/ui/workbook/export.ts'
import { ImportButton } from '#renderer/ui/workbook/import.tsx'
import { TransferProgress } from '#renderer/ui/workbook/transfer.tsx'
import type { RecordColumns } from './record-columns.tsx'
import { useRecordFilters, viewOfQuery } from './record-filters.ts'

/** Workbook export of the play records (spec §2), for permitted users. */
export function PlayRecordTools({
  selected,
  total,
  columns,
}: {
  selected: string[]
  total: number
  columns: RecordColumns
}) {
  const isPhone = useNarrow(768)
  const [isAdvanced, setAdvanced] = useState(false)
  const { t } = useText()
  const { query, look, apply } = useRecordFilters()
  const advanced = advancedOf(query.superQueryParams, query.superQueryMatchType)
  const files = useExport()
  const mayExport = useMay('playbeforepay:export')
  const mayImport = useMay('playbeforepay:import')
  const download = { name: 'playBeforePay', title: t('records.title'), query: { ...query }, selected, total } as const
  return (
    <div className="pl-crud-tools">
      {mayExport ? (
        <Button icon={<DownloadOutlined />} loading={files.moving !== null} onClick={() => files.start(download)}>
          {t('crud.export')}
        </Button>
      ) : null}
      {mayImport ? <ImportButton name="playBeforePay" list={download.title} /> : null}
      <TransferProgress moving={files.moving} />
      <span className="pl-crud-tools-end">
        <Badge dot={advanced !== null}>
          <Button
            icon={<FilterOutlined />}
            title={t('crud.advanced')}
            aria-label={t('crud.advanced')}
            onClick={() => setAdvanced(true)}
          >
            {isPhone ? null : t('crud.advanced')}
          </Button>
        </Badge>
        <ListViewMenu
          list="playBeforePay"
          content={viewOfQuery(query, columns.chosen)}
          onApply={(view) => {
            columns.setOfView(view ? view.columns : null)
            apply(view)
          }}
        />
        {isPhone ? null : <ColumnChoice columns={columns.columns} shown={columns.shown} onChoose={columns.choose} />}
      </span>
      {isAdvanced ? (
        <AdvancedDialog
          fields={columns.asked}
          value={advanced}
          onSearch={(asked) =>
            look({ superQueryParams: undefined, superQueryMatchType: undefined, ...superQueryOf(asked) })
          }
          onClose={() => setAdvanced(false)}
        />
      ) : null}
    </div>
  )
}
