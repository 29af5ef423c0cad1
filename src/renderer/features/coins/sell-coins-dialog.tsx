import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, InputNumber, Segmented, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useCashier } from '#renderer/features/cashiers/index.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import { coinOutputs } from '#shared/features/coins/coin-outputs.contract.ts'
import type { CoinMachine, CoinPayMode, CoinSale } from '#shared/features/coins/coin-outputs.schema.ts'

const REFRESH_MS = 5000

const Field = fieldsOf(bodyOf(coinOutputs.add), coinOutputs.add)

/** Sells coins that a machine counts out. A retry after a lost answer is the same sale. */
export function SellCoinsDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const { cashier } = useCashier()
  const keyOf = useAttemptKey()
  const sell = async (values: Values): Promise<string> => {
    const { payMode } = values
    const isByCoins = payMode === 'coins'
    const body = {
      ...values,
      userId: values.userId ?? '',
      ruleId: isByCoins ? null : (values.ruleId ?? null),
      count: isByCoins ? (values.count ?? null) : null,
      times: isByCoins ? 1 : values.times,
      payCode: payMode === 'scan' ? values.payCode : '',
      cashierId: cashier?.id ?? null,
    }
    // Secrets are no part of the sale: what was mistyped is tried again under the same key.
    const key = keyOf({ ...body, password: '', payCode: '' })
    // The form's fields are those of the call.
    const { result } = await client.coinOutputs.add({ body: body as unknown as CoinSale, key })
    await Promise.all([refreshList('coinOutputs'), queryClient.invalidateQueries({ queryKey: ['coinMachines'] })])
    return t(result.waits ? 'coins.waits' : 'coins.sold', { count: result.asked })
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('coins.sell')}
      okText={t('coins.sell')}
      form={{
        width: 480,
        values: () => ({ payMode: 'cash', times: 1, password: '', payCode: '' }),
        fields: () => <SaleFields />,
      }}
      onSave={sell}
      onClose={onClose}
    />
  )
}

function SaleFields() {
  const { t } = useText()
  const modes = useDict('coin_pay_mode')
  const mode = Form.useWatch<CoinPayMode | undefined>('payMode') ?? 'cash'
  const takesFromMember = mode === 'balance' || mode === 'coins'
  return (
    <>
      <MachineField />
      <Field name="payMode">
        <Segmented options={modes} />
      </Field>
      {mode === 'coins' ? (
        <Field name="count">
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Field>
      ) : (
        <RuleFields />
      )}
      <Field name="userId" extra={takesFromMember ? undefined : t('coins.memberHint')}>
        <MemberPickerField />
      </Field>
      {mode === 'scan' ? (
        <Field name="payCode">
          <Input maxLength={64} autoComplete="off" />
        </Field>
      ) : null}
      {takesFromMember ? (
        <Field name="password" extra={t('gift.passwordHint')}>
          <Input.Password maxLength={64} autoComplete="off" inputMode="numeric" />
        </Field>
      ) : null}
    </>
  )
}

function MachineField() {
  const { t } = useText()
  const { data, error, isPending } = useQuery({
    queryKey: ['coinMachines'],
    queryFn: async () => (await client.coinOutputs.machines({ query: {} })).result,
    // Nothing is pushed when a machine falls silent.
    refetchInterval: REFRESH_MS,
  })
  const stateOf = ({ online, fault, busyWith, coinsLeft }: CoinMachine): string => {
    if (!online) return t('coins.machineOffline')
    if (fault !== '') return fault
    if (busyWith !== null) return t('coins.machineBusy')
    return coinsLeft === null ? '' : t('coins.machineLeft', { count: coinsLeft })
  }
  const options = (data ?? []).map((machine) => ({
    value: machine.id,
    label: [machine.name, stateOf(machine)].filter(Boolean).join(' · '),
    disabled: !machine.online || machine.fault !== '' || machine.busyWith !== null,
  }))
  return (
    <>
      {error ? <Alert type="error" showIcon title={textOfError(t, error)} /> : null}
      <Field name="deviceId">
        <Select options={options} loading={isPending} notFoundContent={t('coins.noMachine')} />
      </Field>
    </>
  )
}

/** The rule that says price and coins, and how often it is sold. */
function RuleFields() {
  const { t } = useText()
  const { data, error, isPending } = useQuery({
    queryKey: ['coinRules'],
    queryFn: async () => {
      const query = { toolType: 'COIN', pageSize: MAX_PICKED_ROWS } as const
      return (await client.consumeRules.listActive({ query })).result.records.filter(({ coinCount }) => coinCount > 0)
    },
  })
  const options = (data ?? []).map(({ id, consumeRoleName, coinPrice, coinCount }) => ({
    value: id,
    label: t('coins.ruleLine', { name: consumeRoleName, price: formatAmount(coinPrice), count: coinCount }),
  }))
  return (
    <>
      {error ? <Alert type="error" showIcon title={textOfError(t, error)} /> : null}
      <Field name="ruleId">
        <Select options={options} loading={isPending} notFoundContent={t('coins.noRule')} />
      </Field>
      <Field name="times">
        <InputNumber min={1} max={999} precision={0} style={{ width: '100%' }} />
      </Field>
    </>
  )
}
