import { Input } from 'antd'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { DictSelect, fieldsOf, isFree, useDict } from '#renderer/ui/form/fields.tsx'
import { positionResource } from '#shared/features/system/positions.contract.ts'

const Field = fieldsOf(positionResource.create, positionResource)

/** Job positions of users. */
export function PositionsPage() {
  const ranks = useDict('position_rank')
  return (
    <CrudPage
      resource="positions"
      title="menu.positions"
      columns={[
        { name: 'code', sorter: true },
        { name: 'name', sorter: true },
        { name: 'postRank', sorter: true, options: ranks },
        { name: 'createTime', onCard: true, sorter: true },
        { name: 'createBy', optional: true },
      ]}
      filters={[
        <TextFilter key="name" name="name" />,
        <TextFilter key="code" name="code" />,
        <ChoiceFilter key="rank" name="postRank" options={ranks} />,
      ]}
      form={{
        noun: 'noun.position',
        fields: (row) => (
          <>
            <Field name="code" check={isFree('sys_position', 'code', row?.id)}>
              <Input />
            </Field>
            <Field name="name">
              <Input />
            </Field>
            <Field name="postRank">
              <DictSelect code="position_rank" />
            </Field>
          </>
        ),
      }}
    />
  )
}
