import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal, Select, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { cloakroomItems } from '#shared/features/cloakroom/cloakroom-items.contract.ts'
import type { WithoutSlipInput } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { FeePayment } from './fee-payment.tsx'
import { refreshCloakroom } from './refresh.ts'

const Field = fieldsOf(bodyOf(cloakroomItems.takeOutWithoutSlip), cloakroomItems.takeOutWithoutSlip)

interface WithoutSlipProps {
  item: RowOf<'cloakroomItems'>
  onClose(): void
}

/** Hands a thing out whose slip is lost. A fee that is due is paid first. */
export function WithoutSlipDialog({ item, onClose }: WithoutSlipProps) {
  const { t } = useText()
  const quote = useQuery({
    queryKey: ['cloakroomItems', 'quote', item.id],
    queryFn: async () => (await client.cloakroomItems.quote({ query: { id: item.id } })).result,
    gcTime: 0,
  })
  const { data } = quote
  if (data?.fee === 0 && !data.isPaying) return <IdentityDialog item={item} onClose={onClose} />
  const refetch = () => void quote.refetch()
  return (
    <Modal
      open
      width={460}
      title={t('cloakroom.withoutOf', { item: item.itemName, guest: item.guestName })}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {quote.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {quote.error ? <ErrorBlock error={quote.error} retry={refetch} /> : null}
      {data?.isPaying ? (
        <Alert
          type="info"
          showIcon
          title={t('cloakroom.isPaying')}
          action={<Button onClick={refetch}>{t('action.retry')}</Button>}
        />
      ) : null}
      {data && data.fee > 0 && !data.isPaying ? (
        <FeePayment item={data} code={null} onPaid={refetch} onChanged={refetch} onClose={onClose} />
      ) : null}
    </Modal>
  )
}

/** The identity of the recipient, and the password of a second user. */
function IdentityDialog({ item, onClose }: WithoutSlipProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async (values: Values): Promise<string> => {
    // The form's fields are those of the call.
    const body = { ...values, id: item.id } as WithoutSlipInput
    // The password is no part of the act: one that was mistyped is tried again under the same key.
    const { message } = await withKey({ ...body, password: '' }, (key) =>
      client.cloakroomItems.takeOutWithoutSlip({ body, key }),
    )
    await refreshCloakroom()
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('cloakroom.withoutOf', { item: item.itemName, guest: item.guestName })}
      okText={t('cloakroom.takeOutNow')}
      form={{
        width: 480,
        values: () => ({ recipient: item.guestName, phoneEnd: '', document: '', password: '' }),
        fields: () => <WithoutSlipFields />,
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

function WithoutSlipFields() {
  const { t } = useText()
  const { data: confirmers } = useQuery({
    queryKey: ['cloakroomItems', 'confirmers'],
    queryFn: async () => (await client.cloakroomItems.confirmers()).result,
  })
  return (
    <>
      <Field name="recipient">
        <Input maxLength={60} autoComplete="off" />
      </Field>
      <Field name="phoneEnd" extra={t('cloakroom.phoneEndHint')}>
        <Input maxLength={4} autoComplete="off" inputMode="numeric" />
      </Field>
      <Field name="document" extra={t('cloakroom.documentHint')}>
        <Input maxLength={60} autoComplete="off" />
      </Field>
      {confirmers?.length === 0 ? <Alert type="warning" showIcon title={t('cloakroom.noConfirmers')} /> : null}
      <Field name="confirmerId" extra={t('cloakroom.confirmerHint')}>
        <Select
          options={(confirmers ?? []).map(({ id, realname }) => ({ value: id, label: realname }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Field>
      <Field name="password">
        <Input.Password maxLength={128} autoComplete="off" />
      </Field>
    </>
  )
}
