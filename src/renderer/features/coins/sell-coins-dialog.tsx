import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, InputNumber, Segmented, Select } from 'antd'
import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
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
import type { CoinPayMode, CoinSale } from '#shared/features/coins/coin-outputs.schema.ts'
import { canSell, machineState } from './machine-state.ts'

const REFRESH_MS = 5000

const Field = fieldsOf(bodyOf(coinOutputs.add), coinOutputs.add)

interface SellCoinsProps {
  /** The machine that is chosen first. */
  deviceId?: string
  /** Gets the id of the output. */
  onSold(id: string): void
  onClose(): void
}

/** Sells coins that a machine counts out. A retry after a lost answer is the same sale. */
export function SellCoinsDialog({ deviceId, onSold, onClose }: SellCoinsProps) {
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
    onSold(result.id)
    return t(result.waits ? 'coins.waits' : 'coins.sold', { count: result.asked })
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('coins.sell')}
      okText={t('coins.sell')}
      form={{
        width: 480,
        values: () => ({ deviceId, payMode: 'cash', times: 1, password: '', payCode: '' }),
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

const useMachines = () =>
  useQuery({
    queryKey: ['coinMachines'],
    queryFn: async () => (await client.coinOutputs.machines({ query: {} })).result,
    // Nothing is pushed when a machine falls silent.
    refetchInterval: REFRESH_MS,
  })

function MachineField() {
  const { t } = useText()
  const { data, error, isPending } = useMachines()
  const hasStores = useOwnStores().length > 0
  const options = (data ?? []).map((machine) => {
    const { id, name, sysOrgCode_dictText: store, coinsLeft } = machine
    const left = coinsLeft === null ? '' : t('coins.machineLeft', { count: coinsLeft })
    const state = canSell(machine) ? left : machineState(t, machine).text
    return {
      value: id,
      label: [hasStores ? store : '', name, state].filter(Boolean).join(' · '),
      disabled: !canSell(machine),
    }
  })
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
  const machines = useMachines().data
  const deviceId = Form.useWatch<string | undefined>('deviceId')
  // The rules of the machine's store; headquarters sees those of all stores.
  const sysOrgCode = machines?.find(({ id }) => id === deviceId)?.sysOrgCode
  const { data, error, isPending } = useQuery({
    queryKey: ['coinRules', sysOrgCode],
    queryFn: async () => {
      const query = { sellsCoins: 'YES', pageSize: MAX_PICKED_ROWS, sysOrgCode } as const
      return (await client.consumeRules.listActive({ query })).result.records
    },
  })
  const ruleId = Form.useWatch<string | undefined>('ruleId')
  const times = Form.useWatch<number | null | undefined>('times') ?? 0
  const rule = data?.find(({ id }) => id === ruleId)
  const form = Form.useFormInstance()
  // A machine of another store was chosen.
  const isForeign = data !== undefined && ruleId !== undefined && rule === undefined
  useEffect(() => {
    if (isForeign) form.setFieldValue('ruleId', undefined)
  }, [isForeign, form])
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
      <Field
        name="times"
        extra={
          rule && times > 0
            ? t('coins.total', { price: formatAmount(rule.coinPrice * times), count: rule.coinCount * times })
            : undefined
        }
      >
        <InputNumber min={1} max={999} precision={0} style={{ width: '100%' }} />
      </Field>
    </>
  )
}
