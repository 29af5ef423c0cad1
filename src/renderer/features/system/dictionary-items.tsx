import { PlusOutlined } from '@ant-design/icons'
import { Button, Drawer, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { useCrud } from '#renderer/ui/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud-form.tsx'
import { useAskFirst } from '#renderer/ui/crud-remove.tsx'
import { CrudTable } from '#renderer/ui/crud-table.tsx'
import type { RowOf } from '#renderer/ui/crud-types.ts'
import { fieldsOf } from '#renderer/ui/fields.tsx'
import { ToneTag } from '#renderer/ui/tone-tag.tsx'
import { dictItemResource } from '#shared/features/system/dictionaries.contract.ts'

type Item = RowOf<'dictItems'>
const Field = fieldsOf(dictItemResource.update)

/** The items of one dictionary. */
export function DictItems({ dict, onClose }: { dict: RowOf<'dictionaries'>; onClose(): void }) {
  const { t } = useText()
  const ask = useAskFirst()
  const crud = useCrud('dictItems', { dictId: dict.id })
  const [editing, setEditing] = useState<{ row: Item | null } | null>(null)
  const { may } = crud
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['dict', dict.dictCode] })
  const drop = (row: Item) =>
    ask(t('crud.deleteAsk'), async () => {
      const said = await crud.remove([row.id])
      await refresh()
      return said
    })
  return (
    <Drawer
      open
      size={760}
      title={`${dict.dictName} · ${t('dictionary.items')}`}
      onClose={onClose}
      extra={
        may('add') ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ row: null })}>
            {t('crud.add')}
          </Button>
        ) : null
      }
    >
      {crud.list.error && !crud.list.data ? <ErrorBlock error={crud.list.error} /> : null}
      <CrudTable
        crud={crud}
        columns={[
          { name: 'itemText', title: 'dictionary.itemText' },
          { name: 'itemValue', title: 'dictionary.itemValue' },
          { name: 'sortOrder', title: 'dictionary.sortOrder', sorter: true, align: 'right' },
          {
            name: 'status',
            title: 'dictionary.status',
            render: ({ status, status_dictText }) => (
              <ToneTag tone={status === 1 ? 'success' : 'neutral'}>{status_dictText ?? status}</ToneTag>
            ),
          },
        ]}
        actionsOf={(row) => [
          ...(may('edit') ? [{ key: 'edit', label: t('crud.edit'), act: () => setEditing({ row }) }] : []),
          ...(may('delete')
            ? [{ key: 'delete', label: t('action.delete'), danger: true, act: () => void drop(row) }]
            : []),
        ]}
        onOpen={(row) => may('edit') && setEditing({ row })}
        selected={[]}
        onSelect={null}
        headAt={0}
        empty={<EmptyBlock title={t('crud.none')} hint={t('crud.noneYet')} />}
      />
      {editing ? (
        <CrudFormDialog
          row={editing.row}
          title={t(editing.row ? 'crud.edit' : 'crud.add')}
          form={{
            values: (row) => row ?? { status: 1, sortOrder: crud.total + 1, description: '' },
            fields: () => (
              <>
                <Field name="textZh" label="dictionary.nameZh">
                  <Input autoFocus autoComplete="off" />
                </Field>
                <Field name="textEn" label="dictionary.nameEn">
                  <Input autoComplete="off" />
                </Field>
                <Field name="itemValue" label="dictionary.itemValue">
                  <Input autoComplete="off" />
                </Field>
                <Field name="sortOrder" label="dictionary.sortOrder">
                  <InputNumber min={0} precision={0} style={{ width: '100%' }} />
                </Field>
                <Field name="status" label="dictionary.status">
                  <Select
                    options={([1, 0] as const).map((value) => ({ value, label: t(`dict.dict_item_status.${value}`) }))}
                  />
                </Field>
              </>
            ),
          }}
          onSave={async (values) => {
            const said = await crud.save(
              editing.row ? values : { ...values, dictId: dict.id, itemText: values.textZh },
              editing.row?.id ?? null,
            )
            await refresh()
            return said
          }}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </Drawer>
  )
}
