import { Input, InputNumber } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { type FreeGift, gifts, type Purchase } from '#shared/features/gifts/gifts.contract.ts'

const Bought = fieldsOf(bodyOf(gifts.buy), gifts.buy)
const Given = fieldsOf(bodyOf(gifts.give), gifts.give)

interface HandOutDialogProps {
  /** `buy`: for points of a member; `give`: for nothing. */
  act: 'buy' | 'give'
  gift: RowOf<'gifts'>
  onClose(): void
}

/** Hands a gift out. A retry after a lost answer is the same hand-out. */
export function HandOutDialog({ act, gift, onClose }: HandOutDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const { id, giftName, integral, stock } = gift
  const save = async (values: Values): Promise<string> => {
    const body = { ...values, id, userId: values.userId ?? '' }
    // The password is no part of the purchase: one that was mistyped is tried again under the same key.
    const { message } = await withKey({ ...body, password: '' }, (key) =>
      // The form's fields are those of the call.
      act === 'buy'
        ? client.gifts.buy({ body: body as unknown as Purchase, key })
        : client.gifts.give({ body: body as unknown as FreeGift, key }),
    )
    await Promise.all([refreshList('gifts'), refreshList('giftStock'), refreshList('giftOutbound')])
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={
        act === 'buy'
          ? t('gift.buyOf', { gift: giftName, integral, stock })
          : t('gift.giveOf', { gift: giftName, stock })
      }
      okText={t(`gift.${act}`)}
      form={{
        width: 460,
        values: () => ({ count: 1, password: '', recipient: '' }),
        fields: () => (act === 'buy' ? <BuyFields /> : <GiveFields />),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

const pieces = <InputNumber min={1} precision={0} style={{ width: '100%' }} />

function BuyFields() {
  const { t } = useText()
  return (
    <>
      <Bought name="userId">
        <MemberPickerField />
      </Bought>
      <Bought name="count">{pieces}</Bought>
      <Bought name="password" extra={t('gift.passwordHint')}>
        <Input.Password maxLength={64} autoComplete="off" />
      </Bought>
    </>
  )
}

function GiveFields() {
  const { t } = useText()
  return (
    <>
      <Given name="userId" extra={t('gift.memberOrName')}>
        <MemberPickerField />
      </Given>
      <Given name="recipient">
        <Input maxLength={60} autoComplete="off" />
      </Given>
      <Given name="count">{pieces}</Given>
      <Given name="reason">
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} maxLength={200} />
      </Given>
    </>
  )
}
