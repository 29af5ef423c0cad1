import { Input } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { TreePage } from '#renderer/ui/tree/tree-page.tsx'
import { categories, type TreeOption } from '#shared/features/system/categories.contract.ts'

const Field = fieldsOf(bodyOf(categories.add))

const add = async (name: unknown, pid: string) =>
  (await client.categories.add({ body: { name: String(name), pid } })).message

/** Categories: a tree whose codes depend on the position. */
export function CategoriesPage() {
  const { t } = useText()
  const mayAdd = useMay('category:add')
  const mayEdit = useMay('category:edit')
  const mayDelete = useMay('category:delete')
  return (
    <TreePage<TreeOption>
      title="menu.categories"
      name="categories"
      sheets="categories"
      load={async () => (await client.categories.loadTreeRoot({ query: {} })).result}
      form={{
        noun: 'noun.category',
        width: 420,
        values: (row) => ({ name: row?.title }),
        fields: () => (
          <Field name="name" label="category.name">
            <Input autoComplete="off" />
          </Field>
        ),
      }}
      detail={({ title, code }) => (
        <Facts
          facts={[
            [t('category.name'), title],
            [t('category.code'), code],
          ]}
        />
      )}
      calls={{
        addTop: mayAdd ? ({ name }) => add(name, '0') : undefined,
        addBelow: mayAdd ? ({ name }, { key }) => add(name, key) : undefined,
        edit: mayEdit
          ? async (values, { key }) => (await client.categories.edit({ body: { ...values, id: key } })).message
          : undefined,
        remove: mayDelete
          ? async ({ key }, reason) => (await client.categories.delete({ query: { id: key }, reason })).message
          : undefined,
      }}
    />
  )
}
