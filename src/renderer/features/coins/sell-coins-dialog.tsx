import { useQuery } from '@tanstack/react-query'
import { Alert, App, Form, InputNumber, Modal, Select } from 'antd'
import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { type GoodsPayment, paymentMethodsOf, type Tender, tendersOf } from '#renderer/core/payment-methods.calc.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { GoodsPaymentForm, useTender } from '#renderer/features/paying/index.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount, toMinor } from '#shared/core/money.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import { coinOutputs } from '#shared/features/coins/coin-outputs.contract.ts'
import type { CoinSaleResult } from '#shared/features/coins/coin-outputs.schema.ts'
import { canSell, machineState } from './machine-state.ts'
import { useMachines } from './use-machines.ts'

/** The states of an output's payment as those of an order. */
const PAY_STATES = { unpaid: 'nopay', paid: 'paid', closed: 'closed' } as const

const Field = fieldsOf(bodyOf(coinOutputs.add), coinOutputs.add)

interface Values {
  deviceId?: string
  ruleId?: string
  times: number | null
  count: number | null
  userId?: string
}

interface SellCoinsProps {
  /** The machine that is chosen first. */
  deviceId?: string
  /** Gets the id of the output. */
  onSold(id: string): void
  onClose(): void
}

/** Sells coins that a machine counts out. A retry after a lost answer is the same sale. */
export function SellCoinsDialog(props: SellCoinsProps) {
  const { t } = useText()
  return (
    <Modal
      open
      width={480}
      style={{ top: 24 }}
      title={t('coins.sell')}
      footer={null}
      mask={{ closable: false }}
      onCancel={props.onClose}
      destroyOnHidden
    >
      <SaleForm {...props} />
    </Modal>
  )
}

function SaleForm({ deviceId: first, onSold, onClose }: SellCoinsProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const withKey = useAttemptKey()
  const [form] = Form.useForm<Values>()
  const { deviceId = first, ruleId, times, count } = Form.useWatch([], form) ?? {}
  const machine = useMachines().data?.find(({ id }) => id === deviceId)
  const ownStore = useCatalogue().data?.store
  // The store of the machine decides; headquarters sells at those of all stores.
  const tenders = useTender(tendersOf(paymentMethodsOf(machine ?? ownStore), { after: ['balance', 'coins'] }))
  const isByCoins = tenders.tender === 'coins'
  const rule = useCoinRules(machine?.sysOrgCode).data?.find(({ id }) => id === ruleId)
  const amount = isByCoins ? 0 : toMinor((rule?.coinPrice ?? 0) * (times ?? 0))

  const send = async ({ tender, password, cashierId }: GoodsPayment, payCode: string, orderId?: string) => {
    const values = form.getFieldsValue()
    const sale = {
      deviceId: values.deviceId ?? '',
      ruleId: tender === 'coins' ? null : (values.ruleId ?? null),
      times: tender === 'coins' ? 1 : (values.times ?? 1),
      count: tender === 'coins' ? values.count : null,
      userId: values.userId ?? '',
      payMode: tender === 'wechat' ? ('scan' as const) : tender,
      cashierId,
    }
    const add = async (key: string) =>
      (await client.coinOutputs.add({ body: { ...sale, password, payCode }, key })).result
    try {
      // Secrets are no part of the sale: what was mistyped is tried again under the same key.
      return await (orderId === undefined ? withKey(sale, add) : add(orderId))
    } catch (error) {
      const field = error instanceof AppError ? error.details.field : undefined
      if (field !== undefined && field in values)
        form.setFields([{ name: field as keyof Values, errors: [textOfError(t, error)] }])
      throw error
    }
  }
  /** Whether all is chosen that a tender needs. */
  const isReady = async (tender: Tender): Promise<boolean> => {
    const isValid = await form.validateFields().then(
      () => true,
      () => false,
    )
    const values = form.getFieldsValue()
    const needed = [
      ...(tender === 'coins' ? (['count'] as const) : (['ruleId', 'times'] as const)),
      ...(tender === 'coins' || tender === 'balance' ? (['userId'] as const) : []),
    ]
    const missing = needed.filter((name) => !values[name])
    const labels = { count: 'coins.count', ruleId: 'coins.rule', times: 'coins.times', userId: 'coins.member' } as const
    form.setFields(missing.map((name) => ({ name, errors: [t('crud.required', { label: t(labels[name]) })] })))
    return isValid && missing.length === 0
  }
  const refresh = () =>
    Promise.all([refreshList('coinOutputs'), queryClient.invalidateQueries({ queryKey: ['coinMachines'] })])
  const finish = async (id: string) => {
    await refresh()
    onSold(id)
    onClose()
  }
  const sold = ({ id, asked }: CoinSaleResult) => {
    void message.success(t('coins.sold', { count: asked }))
    return id
  }
  return (
    <GoodsPaymentForm
      what={[machine?.name, rule?.consumeRoleName].filter(Boolean).join(' · ')}
      amount={amount}
      due={isByCoins ? t('coins.pieces', { count: count ?? 0 }) : undefined}
      tenders={tenders}
      password="ask"
      isReady={isReady}
      pay={async (payment) => sold(await send(payment, ''))}
      scan={(payment, payCode, orderId) => send(payment, payCode, orderId)}
      query={async (id) => PAY_STATES[(await client.coinOutputs.queryById({ query: { id } })).result.payState]}
      onPaid={(id) => void finish(id)}
      onAside={(id) => void finish(id)}
      onRefused={() => void refresh()}
      onClose={onClose}
    >
      <Form form={form} component={false} layout="vertical" initialValues={{ deviceId: first, times: 1 }}>
        <MachineField />
        {isByCoins ? (
          <Field name="count" required>
            <InputNumber min={1} precision={0} style={{ width: '100%' }} />
          </Field>
        ) : (
          <RuleFields />
        )}
        <Field name="userId" extra={tenders.tender === 'balance' || isByCoins ? undefined : t('coins.memberHint')}>
          <MemberPickerField />
        </Field>
      </Form>
    </GoodsPaymentForm>
  )
}

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

/** The rules that sell coins at a store. */
const useCoinRules = (sysOrgCode: string | undefined) =>
  useQuery({
    queryKey: ['coinRules', sysOrgCode],
    queryFn: async () => {
      const query = { sellsCoins: 'YES', pageSize: MAX_PICKED_ROWS, sysOrgCode } as const
      return (await client.consumeRules.listActive({ query })).result.records
    },
  })

/** The rule that says price and coins, and how often it is sold. */
function RuleFields() {
  const { t } = useText()
  const machines = useMachines().data
  const deviceId = Form.useWatch<string | undefined>('deviceId')
  // The rules of the machine's store; headquarters sees those of all stores.
  const sysOrgCode = machines?.find(({ id }) => id === deviceId)?.sysOrgCode
  const { data, error, isPending } = useCoinRules(sysOrgCode)
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
