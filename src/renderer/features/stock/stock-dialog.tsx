import { Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { stockBodies } from '#shared/features/stock/stock.schema.ts'

/** What can be done by hand with the stock of an item. */
export const stockActs = ['in', 'count', 'move', 'out', 'loss'] as const
export type StockAct = (typeof stockActs)[number]

/** An item whose stock is changed. */
interface StockedItem {
  id: string
  name: string
  stock: number
  sysOrgCode: string
  /** Its last stock line when it was read. */
  stockLineId: string
}

interface StockDialogProps {
  act: StockAct
  item: StockedItem
  /** The resource whose calls change the stock, and the list of the items. */
  resource: 'giftStock' | 'productStock'
  list: 'gifts' | 'products'
  onClose(): void
}

const labels = {
  count: 'stock.pieces',
  counted: 'stock.counted',
  toOrgCode: 'stock.toStore',
  reason: 'stock.reason',
} as const
const Plain = fieldsOf(stockBodies.pieces, { labels })
const Moved = fieldsOf(stockBodies.move, { labels })
const Counted = fieldsOf(stockBodies.count, { labels })

/** Changes the stock of an item by hand. A retry after a lost answer is the same change. */
export function StockDialog({ act, item, resource, list, onClose }: StockDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async (values: Values): Promise<string> => {
    const body = { ...values, id: item.id, ...(act === 'count' ? { seenLineId: item.stockLineId } : {}) }
    // The form's fields are those of the call.
    const call = client[resource][act] as unknown as (input: {
      body: Values
      key: string
    }) => Promise<{ message?: string }>
    const { message = '' } = await withKey({ act, body }, (key) => call({ body, key }))
    await Promise.all([refreshList(list), refreshList(resource)])
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('stock.actionOf', { action: t(`stock.${act}`), item: item.name, stock: item.stock })}
      okText={t(`stock.${act}`)}
      form={{ width: 460, values: () => ({ reason: '' }), fields: () => <StockFields act={act} item={item} /> }}
      onSave={save}
      onClose={onClose}
    />
  )
}

const pieces = <InputNumber min={1} precision={0} style={{ width: '100%' }} />

function StockFields({ act, item }: Pick<StockDialogProps, 'act' | 'item'>) {
  const { t } = useText()
  const stores = useOwnStores().filter(({ code }) => code !== item.sysOrgCode)
  return (
    <>
      {act === 'count' ? (
        <Counted name="counted" extra={t('stock.countHint', { stock: item.stock })}>
          <InputNumber min={0} precision={0} style={{ width: '100%' }} />
        </Counted>
      ) : (
        <Plain name="count" extra={act === 'out' ? t('stock.outHint') : undefined}>
          {pieces}
        </Plain>
      )}
      {act === 'move' ? (
        <Moved name="toOrgCode" extra={t('stock.moveHint')}>
          <Select
            options={stores.map(({ code, name }) => ({ value: code, label: name }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Moved>
      ) : null}
      <Plain name="reason">
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} maxLength={200} />
      </Plain>
    </>
  )
}
