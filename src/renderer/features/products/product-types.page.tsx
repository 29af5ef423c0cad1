import { Input, InputNumber } from 'antd'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { queryClient } from '#renderer/core/query.ts'
import { StoreField } from '#renderer/features/rules/index.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { productTypeResource } from '#shared/features/products/product-types.contract.ts'

const Field = fieldsOf(productTypeResource.create, productTypeResource)

/** The product types of a store. */
export function ProductTypesPage() {
  const storeName = useStoreName()
  return (
    <CrudPage
      resource="productTypes"
      title="menu.productTypes"
      columns={[
        { name: 'name', sorter: true, width: 160 },
        { name: 'indexNumber', sorter: true, align: 'right', width: 90 },
        { name: 'remark', width: 240 },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        { name: 'createTime', sorter: true, optional: true },
        { name: 'createBy', optional: true },
      ]}
      filters={[<TextFilter key="name" name="name" />]}
      form={{
        noun: 'noun.productType',
        values: (row) => row ?? { indexNumber: 0 },
        fields: (row) => (
          <>
            <StoreField isNew={row === null} />
            <Field name="name" check={isFree('product_type', 'name', row?.id)}>
              <Input maxLength={30} autoComplete="off" />
            </Field>
            <Field name="indexNumber">
              <InputNumber min={0} precision={0} style={{ width: '100%' }} />
            </Field>
            <Field name="remark">
              <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} maxLength={200} />
            </Field>
          </>
        ),
      }}
      actions={{ changed: () => void queryClient.invalidateQueries({ queryKey: ['productTypes'] }) }}
    />
  )
}
