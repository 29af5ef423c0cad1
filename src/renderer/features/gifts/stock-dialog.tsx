import { Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { giftStock } from '#shared/features/gifts/gift-stock.contract.ts'

/** What can be done by hand with the stock of an item. */
export const stockActs = ['in', 'count', 'move', 'out', 'loss'] as const
export type StockAct = (typeof stockActs)[number]

const labels = {
  count: 'stock.pieces',
  counted: 'stock.counted',
  toOrgCode: 'stock.toStore',
  reason: 'stock.reason',
} as const
const Plain = fieldsOf(bodyOf(giftStock.in), { labels })
const Moved = fieldsOf(bodyOf(giftStock.move), { labels })
const Counted = fieldsOf(bodyOf(giftStock.count), { labels })

interface StockDialogProps {
  act: StockAct
  gift: RowOf<'gifts'>
  onClose(): void
}

/** Changes the stock of a gift by hand. A retry after a lost answer is the same change. */
export function StockDialog({ act, gift, onClose }: StockDialogProps) {
  const { t } = useText()
  const keyOf = useAttemptKey()
  const save = async (values: Values): Promise<string> => {
    const body = { ...values, id: gift.id, ...(act === 'count' ? { seenLineId: gift.stockLineId } : {}) }
    // The form's fields are those of the call.
    const call = client.giftStock[act] as unknown as (input: {
      body: Values
      key: string
    }) => Promise<{ message?: string }>
    const { message = '' } = await call({ body, key: keyOf({ act, body }) })
    await Promise.all([refreshList('gifts'), refreshList('giftStock')])
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('stock.actionOf', { action: t(`stock.${act}`), item: gift.giftName, stock: gift.stock })}
      okText={t(`stock.${act}`)}
      form={{ width: 460, values: () => ({ reason: '' }), fields: () => <StockFields act={act} gift={gift} /> }}
      onSave={save}
      onClose={onClose}
    />
  )
}

const pieces = <InputNumber min={1} precision={0} style={{ width: '100%' }} />

function StockFields({ act, gift }: Omit<StockDialogProps, 'onClose'>) {
  const { t } = useText()
  const stores = useOwnStores().filter(({ code }) => code !== gift.sysOrgCode)
  return (
    <>
      {act === 'count' ? (
        <Counted name="counted" extra={t('stock.countHint', { stock: gift.stock })}>
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
