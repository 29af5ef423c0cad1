import { Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { type CoinReturnInput, coinReturns } from '#shared/features/coins/coin-returns.contract.ts'

const Field = fieldsOf(bodyOf(coinReturns.add), coinReturns.add)

/** Coins that members gave back into their wallets. */
export function CoinReturnsPage() {
  const { t } = useText()
  const hasStores = useOwnStores().length > 0
  const mayAdd = useMayCall('coinReturns')('add')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CrudPage
        resource="coinReturns"
        title="menu.coinReturns"
        columns={[
          { name: 'createTime', sorter: true, onCard: true, width: 170 },
          { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: !hasStores },
          { name: 'userId', onCard: true, width: 120 },
          { name: 'coins', align: 'right', onCard: true, width: 110 },
          { name: 'operatorName', onCard: true, width: 120 },
          { name: 'remark', width: 200 },
          { name: 'terminalName', optional: true },
          { name: 'id', optional: true, width: 300 },
        ]}
        filters={[
          <DaysFilter key="time" name="createTime" />,
          <TextFilter key="member" name="userId" />,
          <TextFilter key="operator" name="operatorName" />,
        ]}
        actions={{
          head: mayAdd ? (
            <Button type="primary" onClick={() => setOpen(true)}>
              {t('coins.takeBack')}
            </Button>
          ) : null,
        }}
      />
      {isOpen ? <TakeBackDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Adds coins that a member gives back to the wallet. A retry after a lost answer adds them once. */
function TakeBackDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const add = async (values: Values): Promise<string> => {
    // The form's fields are those of the call.
    const body = { ...values, userId: values.userId ?? '' } as unknown as CoinReturnInput
    const { result } = await withKey(body, (key) => client.coinReturns.add({ body, key }))
    await refreshList('coinReturns')
    return t('coins.takenBack', { after: result.after })
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('coins.takeBack')}
      okText={t('coins.takeBack')}
      form={{
        width: 440,
        values: () => ({ remark: '' }),
        fields: () => (
          <>
            <Field name="userId">
              <MemberPickerField />
            </Field>
            <Field name="coins">
              <InputNumber min={1} precision={0} style={{ width: '100%' }} />
            </Field>
            <Field name="remark">
              <Input maxLength={200} autoComplete="off" />
            </Field>
          </>
        ),
      }}
      onSave={add}
      onClose={onClose}
    />
  )
}
