import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudDetail } from '#renderer/ui/crud/crud-detail.tsx'
import { CrudHistory } from '#renderer/ui/crud/crud-history.tsx'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import { CrudSearch, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { useProgramState } from '#renderer/ui/crud/crud-state.ts'
import type { CrudColumn, Values } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { DataLog } from '#shared/features/audit/logs.contract.ts'

/** Records after each change, with all versions of one record. */
export function DataLogsPage() {
  const { t } = useText()
  const [filters, setFilters] = useProgramState<Values>('list dataLogs', {})
  const [isExpanded, setExpanded] = useState(false)
  const [shown, setShown] = useState<DataLog | null>(null)
  const versions = useRows(['crud', 'dataLogs', filters], async (page) => {
    return (await client.logs.dataLogs({ query: { ...filters, ...page } })).result
  })
  const columns: CrudColumn<DataLog>[] = [
    { name: 'dataTable', title: 'dataLog.table' },
    { name: 'dataId', title: 'dataLog.record', width: 300 },
    { name: 'dataVersion', title: 'dataLog.version', align: 'right' },
    { name: 'createBy', title: 'dataLog.by' },
    { name: 'createTime', title: 'dataLog.time', onCard: true },
  ]
  return (
    <div className="pl-page">
      <PageHead title={t('menu.dataLogs')}>
        <CrudSearch
          filters={[
            <TextFilter key="table" name="dataTable" label="dataLog.table" />,
            <TextFilter key="record" name="dataId" label="dataLog.record" />,
            <TextFilter key="by" name="createBy" label="dataLog.by" />,
            <DaysFilter key="days" name="createTime" label="dataLog.time" />,
          ]}
          value={filters}
          isExpanded={isExpanded}
          onExpand={setExpanded}
          onSearch={(found) => {
            setFilters(() => found)
            versions.turn({ pageNo: 1 })
          }}
        />
      </PageHead>
      <CrudRows crud={versions} columns={columns} onOpen={setShown} empty={<EmptyBlock title={t('dataLog.none')} />} />
      {shown ? (
        <CrudDetail
          row={shown}
          title={`${shown.dataTable} · ${t('dataLog.versionOf', { count: shown.dataVersion })}`}
          columns={columns}
          actions={[]}
          history={<CrudHistory cachedAs="dataLogs" kind={shown.dataTable} id={shown.dataId} names={{}} />}
          onClose={() => setShown(null)}
        />
      ) : null}
    </div>
  )
}
