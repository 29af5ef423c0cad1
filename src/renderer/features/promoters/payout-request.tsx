import { Input, InputNumber } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { promoterPayouts } from '#shared/features/promoters/promoters.contract.ts'

const Field = fieldsOf(bodyOf(promoterPayouts.request), promoterPayouts.request)

/** Requests a payout; a retry after a lost answer is the same request. */
export function PayoutRequest({ promoter, onClose }: { promoter: RowOf<'promoters'>; onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async ({ amount, remark }: Values): Promise<string> => {
    const body = { promoterId: promoter.id, amount: Number(amount), remark: String(remark ?? '') }
    const { message } = await withKey(body, (key) => client.promoterPayouts.request({ body, key }))
    await Promise.all([refreshList('promoters'), refreshList('promoterPayouts')])
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('payout.requestOf', { name: promoter.promoterName })}
      okText={t('payout.request')}
      form={{
        values: () => ({ amount: promoter.owed }),
        fields: () => (
          <>
            <Field name="amount" extra={t('payout.owed', { amount: formatAmount(promoter.owed) })}>
              <InputNumber min={0.01} max={promoter.owed} precision={2} style={{ width: '100%' }} />
            </Field>
            <Field name="remark">
              <Input maxLength={200} autoComplete="off" />
            </Field>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
