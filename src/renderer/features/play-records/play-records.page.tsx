import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { useOpenedRow } from '#renderer/ui/crud/opened-row.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { DeductDialog } from './deduct-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PlayRecordCards } from './play-record-cards.tsx'
import { PlayRecordDetail } from './play-record-detail.tsx'
import { PlayRecordFilters } from './play-record-filters.tsx'
import { PlayRecordTable, PrintedRecords } from './play-record-table.tsx'
import { PlayRecordTools } from './play-record-tools.tsx'
import { canDelete, canEdit, canLink, canSettle, managesStores } from './play-records.calc.ts'
import type { RecordActions } from './record-actions.ts'
import { useRecordColumns } from './record-columns.tsx'
import { isFiltered, useLastFilters, useRecordFilters } from './record-filters.ts'
import '#renderer/ui/crud/crud.css'
import './play-records.css'

/** The play records (spec §2): filtered, paged and sorted by the server, updated live. */
export function PlayRecordsPage() {
  const { t } = useText()
  const isPhone = useNarrow(768)
  useLastFilters()
  const { query } = useRecordFilters()
  const columns = useRecordColumns()
  const [selected, setSelected] = useState<string[]>([])
  const [shown, setShown] = useState<PlayRecord | null>(null)
  const [deducting, setDeducting] = useState<PlayRecord | null>(null)
  const [linking, setLinking] = useState<PlayRecord | null>(null)
  const [editing, setEditing] = useState<PlayRecord | null>(null)
  const mayConsume = useMay('playbeforepay:consume')
  const mayLink = useMay('playbeforepay:link')
  const manages = managesStores(useSession(({ session }) => session?.userInfo.identity))
  const mayEdit = useMay('playbeforepay:edite')
  const remove = useRemoval(() => setSelected([]))

  const list = useQuery({
    queryKey: ['playRecords', 'list', query],
    queryFn: async () => (await client.playBeforePay.list({ query })).result,
    placeholderData: (before) => before,
  })
  const records = list.data?.records ?? []
  const total = list.data?.total ?? 0
  const actions: RecordActions = {
    open: setShown,
    manages,
    deduct: mayConsume ? (record) => canSettle(record, manages) && setDeducting(record) : null,
    link: mayLink ? (record) => canLink(record, manages) && setLinking(record) : null,
    edit: mayEdit ? (record) => canEdit(record) && setEditing(record) : null,
    remove: remove ? (record) => canDelete(record) && remove([record.id], t('records.deleteAsk')) : null,
  }
  // Without a filter there is nothing to clear.
  const empty = isFiltered(query) ? (
    <EmptyBlock title={t('records.none')} hint={t('records.noneHint')} />
  ) : (
    <EmptyBlock title={t('records.noneYet')} hint={t('records.noneYetHint')} />
  )
  const counted = list.data?.searchCount
  const { isPending, isFetching, isPlaceholderData } = list
  useOpenedRow(records, list.isSuccess && !isFetching && !isPlaceholderData, setShown)
  const props = { records, total, counted, isPending, isFetching, isPlaceholderData, actions, empty }

  return (
    <div className="pl-page">
      <PageHead title={t('records.title')}>
        <PlayRecordFilters />
      </PageHead>
      <PlayRecordTools selected={selected} total={total} columns={columns} />
      {selected.length > 0 && remove ? (
        <div className="pl-selection" role="status">
          <span>{t('list.selected', { count: selected.length })}</span>
          <Button danger onClick={() => remove(selected, t('records.batchAsk', { count: selected.length }))}>
            {t('records.batch')}
          </Button>
          <Button type="link" onClick={() => setSelected([])}>
            {t('list.clear')}
          </Button>
        </div>
      ) : null}
      {list.error && !list.data ? (
        <div className="pl-panel">
          <ErrorBlock error={list.error} retry={() => void list.refetch()} />
        </div>
      ) : isPhone ? (
        <PlayRecordCards {...props} />
      ) : (
        <PlayRecordTable
          {...props}
          columns={columns.shown}
          selected={selected}
          onSelect={remove ? setSelected : null}
        />
      )}
      <PrintedRecords {...props} columns={columns.shown} />
      {shown ? <PlayRecordDetail record={shown} actions={actions} onClose={() => setShown(null)} /> : null}
      {editing ? <EditDialog record={editing} onClose={() => setEditing(null)} /> : null}
      {linking ? <LinkDialog record={linking} onClose={() => setLinking(null)} /> : null}
      {deducting ? <DeductDialog record={deducting} onClose={() => setDeducting(null)} /> : null}
    </div>
  )
}

/**
 * Cancels a record with a reason for the audit trail; this frees a place under the limit of pending rides (spec §4).
 */
function useRemoval(done: () => void): ((ids: string[], question: string) => void) | null {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMay('playbeforepay:delete')
  if (!may) return null
  return (ids, question) =>
    void ask(
      question,
      async (reason) => {
        const [first = ''] = ids
        const { delete: one, deleteBatch } = client.playBeforePay
        try {
          const answer =
            ids.length === 1
              ? await one({ query: { id: first }, reason })
              : await deleteBatch({ query: { ids: ids.join(',') }, reason })
          done()
          return answer.message
        } finally {
          void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
        }
      },
      { hint: t('records.deleteHint'), ok: t('action.delete'), needsReason: true },
    )
}
