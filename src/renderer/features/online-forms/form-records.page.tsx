import { DownloadOutlined, FilterOutlined, PlusOutlined, RestOutlined } from '@ant-design/icons'
import { Badge, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { AdvancedDialog } from '#renderer/ui/crud/crud-advanced.tsx'
import { nameOf } from '#renderer/ui/crud/crud-cell.tsx'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { RecycleBin } from '#renderer/ui/crud/crud-recycle-bin.tsx'
import { SelectionLine, useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { CrudRows } from '#renderer/ui/crud/crud-rows.tsx'
import { CrudSearch } from '#renderer/ui/crud/crud-search.tsx'
import { useContract, type Values } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { useExport } from '#renderer/ui/workbook/export.ts'
import { ImportButton } from '#renderer/ui/workbook/import.tsx'
import { TransferProgress } from '#renderer/ui/workbook/transfer.tsx'
import { newId } from '#shared/core/id.ts'
import { FormFilters, useRecordColumns } from './record-columns.tsx'
import { RecordDetail } from './record-detail.tsx'
import { RecordFields } from './record-fields.tsx'
import { presetsOf } from './record-presets.calc.ts'
import { bodyOfValues, type RecordRow, toRow, useForm, useFormRecords } from './use-form-records.ts'

/** The records of a form: list, form, history, recycle bin and workbooks, as its definition says. */
export function FormRecordsPage() {
  const { pathname } = useLocation()
  const code = pathname.split('/').at(-1) ?? ''
  const { t } = useText()
  const form = useForm(code)
  if (form.error) {
    return (
      <div className="pl-page">
        <PageHead title={t('menu.formRecords')} />
        <ErrorBlock error={form.error} retry={() => void form.refetch()} />
      </div>
    )
  }
  return form.data ? <Records key={code} form={form.data} /> : <Skeleton active className="pl-page" />
}

type Form = NonNullable<ReturnType<typeof useForm>['data']>

function Records({ form }: { form: Form }) {
  const { t, locale } = useText()
  const { code, definition } = form
  const params = { code }
  useContract('formRecords')
  const title = locale === 'en' ? form.nameEn : form.nameZh
  const crud = useFormRecords(code)
  const columns = useRecordColumns(form)
  const ask = useConfirmation()
  const files = useExport()
  const [selected, setSelected] = useState<string[]>([])
  const [opened, setOpened] = useState<RecordRow | null>(null)
  const [editing, setEditing] = useState<{ row: RecordRow | null; key: string } | null>(null)
  const [shown, setShown] = useState<'advanced' | 'bin' | null>(null)
  const may = (act: Form['acts'][number]) => form.acts.includes(act)
  const { state, turn } = crud

  const save = async (values: Values): Promise<string> => {
    const body = bodyOfValues(values, definition)
    const row = editing?.row
    const { message } = row
      ? await client.formRecords.edit({ params, body: { ...body, id: row.id, revision: row.revision } as never })
      : await client.formRecords.add({ params, body: body as never, key: editing?.key ?? newId() })
    await refreshList('formRecords')
    return message
  }
  const drop = (ids: string[], question: string) =>
    ask(
      question,
      async (reason) => {
        const { message } = await client.formRecords.deleteBatch({
          params,
          query: { ids: `${ids.join(',')},` },
          reason,
        })
        setSelected((old) => old.filter((id) => !ids.includes(id)))
        await refreshList('formRecords')
        const undo = async () => {
          const answer = await client.formRecords.restore({ params, body: { ids: ids.join(',') } })
          await refreshList('formRecords')
          return answer.message
        }
        return { text: message, undo }
      },
      { ok: t('action.delete'), asksReason: true },
    )
  const actionsOf = (row: RecordRow) => [
    ...(may('edit') ? [{ key: 'edit', label: t('crud.edit'), act: () => setEditing({ row, key: '' }) }] : []),
    ...(may('delete')
      ? [
          {
            key: 'delete',
            label: t('action.delete'),
            danger: true,
            act: () => drop([row.id], t('crud.deleteAsk', { noun: title, name: nameOf(columns.listed, row) })),
          },
        ]
      : []),
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ row: null, key: newId() })}>
      {t('crud.add')}
    </Button>
  )
  const isFiltered = state.advanced !== null || Object.values(state.filters).some(Boolean)
  return (
    <div className="pl-page">
      <PageHead title={title} covers={{}}>
        {may('list') ? (
          <CrudSearch
            filters={FormFilters(columns.searched, locale)}
            labels={columns.labels}
            value={state.filters}
            isExpanded={state.isExpanded}
            onExpand={(isExpanded) => turn({ isExpanded })}
            onSearch={(filters) => {
              turn({ filters, pageNo: 1 })
              void crud.list.refetch()
            }}
          />
        ) : null}
      </PageHead>
      <div className="pl-crud-tools">
        {may('add') ? add : null}
        {may('export') ? (
          <Button
            icon={<DownloadOutlined />}
            loading={files.moving !== null}
            onClick={() =>
              files.start({ name: 'formRecords', params, title, query: crud.query, selected, total: crud.total })
            }
          >
            {t('crud.export')}
          </Button>
        ) : null}
        {may('import') ? <ImportButton name="formRecords" params={params} list={title} /> : null}
        <TransferProgress moving={files.moving} />
        <span className="pl-crud-tools-end">
          {columns.searched.length > 0 && may('list') ? (
            <Badge dot={state.advanced !== null}>
              <Button
                icon={<FilterOutlined />}
                aria-label={t('crud.advanced')}
                title={t('crud.advanced')}
                onClick={() => setShown('advanced')}
              />
            </Badge>
          ) : null}
          {may('delete') ? (
            <Button
              icon={<RestOutlined />}
              aria-label={t('bin.title')}
              title={t('bin.title')}
              onClick={() => setShown('bin')}
            />
          ) : null}
        </span>
      </div>
      {selected.length > 0 ? (
        <SelectionLine
          selected={selected}
          batch={[]}
          onRemove={may('delete') ? () => drop(selected, t('crud.batchAsk', { count: selected.length })) : null}
          onClear={() => setSelected([])}
        />
      ) : null}
      <CrudRows<RecordRow>
        crud={crud}
        columns={columns.listed}
        {...(may('edit') || may('delete') ? { actionsOf } : {})}
        onOpen={setOpened}
        empty={
          isFiltered ? (
            <EmptyBlock
              title={t('crud.none')}
              hint={t('crud.noneFound')}
              action={
                <Button onClick={() => turn({ filters: {}, advanced: null, pageNo: 1 })}>{t('crud.showAll')}</Button>
              }
            />
          ) : (
            <EmptyBlock title={t('crud.noneOf', { noun: title })} action={may('add') ? add : undefined} />
          )
        }
        selected={selected}
        onSelect={may('delete') || may('export') ? setSelected : null}
      />
      {opened ? (
        <RecordDetail
          form={form}
          row={opened}
          title={nameOf(columns.listed, opened) || title}
          actions={actionsOf(opened)}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {editing ? (
        <CrudFormDialog<RecordRow>
          row={null}
          title={
            editing.row
              ? t('crud.editNamed', { noun: title, name: nameOf(columns.listed, editing.row) })
              : t('crud.addNamed', { noun: title })
          }
          form={{
            width: 760,
            values: async () => {
              if (!editing.row) return presetsOf(definition)
              const { result } = await client.formRecords.queryById({ params, query: { id: editing.row.id } })
              // The form is about what it shows: a change that came meanwhile is part of it.
              setEditing({ ...editing, row: toRow(result) })
              return { ...result.values, ...result.rows }
            },
            fields: () => <RecordFields definition={definition} />,
          }}
          onSave={save}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {shown === 'advanced' ? (
        <AdvancedDialog
          fields={columns.asked}
          value={state.advanced}
          onSearch={(advanced) => turn({ advanced, pageNo: 1 })}
          onClose={() => setShown(null)}
        />
      ) : null}
      {shown === 'bin' ? (
        <RecycleBin<RecordRow>
          resource="formRecords"
          load={async ({ pageNo, pageSize }) => {
            const query = { pageNo: String(pageNo), pageSize: String(pageSize) }
            const { result } = await client.formRecords.recycleBin({ params, query })
            return { ...result, records: result.records.map(toRow) }
          }}
          columns={columns.listed}
          restore={async (ids) => (await client.formRecords.restore({ params, body: { ids } })).message}
          end={async (ids) => (await client.formRecords.purge({ params, query: { ids } })).message}
          onClose={() => setShown(null)}
        />
      ) : null}
    </div>
  )
}
