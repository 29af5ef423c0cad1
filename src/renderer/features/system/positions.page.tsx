import { Input } from 'antd'
import { CrudPage } from '#renderer/ui/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud-search.tsx'
import { DictSelect, fieldsOf, isFree, useDict } from '#renderer/ui/fields.tsx'
import { positionResource } from '#shared/features/system/positions.contract.ts'

const Field = fieldsOf(positionResource.create)

/** Positions that people hold. */
export function PositionsPage() {
  const ranks = useDict('position_rank')
  return (
    <CrudPage
      resource="positions"
      title="menu.positions"
      columns={[
        { name: 'code', title: 'position.code', sorter: true },
        { name: 'name', title: 'position.name', sorter: true },
        { name: 'postRank', title: 'position.rank', sorter: true, options: ranks },
        { name: 'createTime', onCard: true, title: 'crud.createTime', sorter: true },
        { name: 'createBy', title: 'crud.createBy', optional: true },
      ]}
      filters={[
        <TextFilter key="name" name="name" label="position.name" />,
        <TextFilter key="code" name="code" label="position.code" />,
        <ChoiceFilter key="rank" name="postRank" label="position.rank" options={ranks} />,
      ]}
      form={{
        noun: 'noun.position',
        fields: (row) => (
          <>
            <Field name="code" label="position.code" check={isFree('sys_position', 'code', row?.id)}>
              <Input />
            </Field>
            <Field name="name" label="position.name">
              <Input />
            </Field>
            <Field name="postRank" label="position.rank">
              <DictSelect code="position_rank" />
            </Field>
          </>
        ),
      }}
    />
  )
}
