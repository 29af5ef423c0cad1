import { Drawer, Input, InputNumber, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { CrudBlock } from '#renderer/ui/crud/crud-block.tsx'
import { useCrud } from '#renderer/ui/crud/crud-data.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { dictItemResource } from '#shared/features/system/dictionaries.contract.ts'

const Field = fieldsOf(dictItemResource.update)

/** The items of one dictionary. */
export function DictItems({ dict, onClose }: { dict: RowOf<'dictionaries'>; onClose(): void }) {
  const { t } = useText()
  const crud = useCrud('dictItems', { dictId: dict.id })
  const title = `${dict.dictName} · ${t('dictionary.items')}`
  return (
    <Drawer open size={760} title={title} onClose={onClose} classNames={{ body: 'pl-crud-panel' }}>
      <CrudBlock
        crud={crud}
        title={title}
        headAt={0}
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
        form={{
          noun: 'noun.dictionaryItem',
          values: (row) => row ?? { status: 1, sortOrder: crud.total + 1, description: '' },
          fields: () => (
            <>
              <Field name="textZh" label="dictionary.nameZh">
                <Input autoComplete="off" />
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
          body: (values, row) => (row ? values : { ...values, dictId: dict.id, itemText: values.textZh }),
        }}
        actions={{ changed: () => void queryClient.invalidateQueries({ queryKey: ['dict', dict.dictCode] }) }}
      />
    </Drawer>
  )
}
