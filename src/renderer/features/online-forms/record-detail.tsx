import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudDetail } from '#renderer/ui/crud/crud-detail.tsx'
import { CrudHistory } from '#renderer/ui/crud/crud-history.tsx'
import type { CrudColumn, RowAction } from '#renderer/ui/crud/crud-types.ts'
import { labelOf, liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import type { SubTable } from '#shared/features/online-forms/online-form.schema.ts'
import { shownValue, useRecordColumns } from './record-columns.tsx'
import { type RecordRow, toRow, type useForm } from './use-form-records.ts'
import { written } from './written.ts'

type Form = NonNullable<ReturnType<typeof useForm>['data']>

/** The rows of a sub-table of a record. */
function Lines({ table, row }: { table: SubTable; row: RecordRow }) {
  const { t, locale } = useText()
  const texts = row.rowTexts[table.key] ?? []
  const lines = (row.rows[table.key] ?? []).map((values, index) => ({ values, texts: texts[index] ?? {}, index }))
  if (lines.length === 0) return '—'
  return (
    <Table
      size="small"
      rowKey="index"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={lines}
      columns={liveFields(table.fields).map((field) => ({
        key: field.key,
        title: labelOf(field, locale),
        render: (_: unknown, line: (typeof lines)[number]) =>
          line.texts[field.key] ??
          shownValue(field, line.values[field.key], t('form.yes'), t('form.no')) ??
          String(line.values[field.key] ?? '—'),
      }))}
    />
  )
}

interface RecordDetailProps {
  form: Form
  row: RecordRow
  title: string
  actions: RowAction[]
  onClose(): void
}

/** The detail view of a record, with the rows of its sub-tables and its history. */
export function RecordDetail({ form, row, title, actions, onClose }: RecordDetailProps) {
  const { t, locale } = useText()
  const mayAudit = useMay('audit:list')
  const { code, definition } = form
  const whole = useQuery({
    queryKey: ['crud', 'formRecords', code, 'one', row.id],
    queryFn: async () =>
      toRow((await client.formRecords.queryById({ params: { code }, query: { id: row.id } })).result),
  })
  const shown = whole.data ?? row
  const columns = useRecordColumns(form)
  const tables = definition.subTables.map(
    (table): CrudColumn<RecordRow> => ({
      name: table.key,
      title: written(labelOf(table, locale)),
      render: (one) => <Lines table={table} row={one} />,
    }),
  )
  const version: CrudColumn<RecordRow> = {
    name: 'version',
    title: 'form.version',
    render: ({ version: number }) => t('form.versionNo', { version: number }),
  }
  const names = Object.fromEntries([
    ...Object.entries(columns.labels).map(([key, label]) => [key, { title: label }]),
    ...definition.subTables.map((table) => [table.key, { title: written(labelOf(table, locale)) }]),
  ])
  return (
    <CrudDetail<RecordRow>
      row={shown}
      title={title}
      columns={[...columns.wholeOf(shown), ...tables, version]}
      actions={actions}
      history={
        mayAudit ? <CrudHistory cachedAs="formRecords" kind={`/form/record/${code}`} id={row.id} names={names} /> : null
      }
      onClose={onClose}
    />
  )
}
