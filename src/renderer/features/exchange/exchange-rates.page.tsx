import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { LevelSelect, useLevelOf } from '#renderer/features/members/index.ts'
import { LimitInput, StoreField, useProjects } from '#renderer/features/rules/index.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter } from '#renderer/ui/crud/crud-search.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import {
  amountOf,
  isMoneyWallet,
  NO_LIMIT,
  receivedFor,
  toWallets,
  unitsOf,
} from '#shared/features/exchange/exchange.calc.ts'
import {
  type ExchangeRate,
  type ExchangeRateFields,
  exchangeRateResource,
  newExchangeRate,
} from '#shared/features/exchange/exchange-rates.contract.ts'
import { useWalletText, walletAmount } from './wallet-text.ts'
import './exchange.css'

const Field = fieldsOf(exchangeRateResource.create, exchangeRateResource)

/** The rates at which members exchange value. */
export function ExchangeRatesPage() {
  const { t } = useText()
  const yesNo = useDict('yn')
  const wallets = useDict('exchange_wallet')
  const levelOf = useLevelOf()
  const { rateText } = useWalletText()
  return (
    <CrudPage
      resource="exchangeRates"
      title="menu.exchangeRates"
      emptyHint="empty.exchangeRates"
      columns={[
        {
          name: 'fromWallet',
          title: 'exchange.rate',
          sorter: true,
          width: 260,
          options: wallets,
          render: rateText,
          whole: rateText,
        },
        {
          name: 'minimum',
          align: 'right',
          onCard: true,
          render: ({ fromWallet, minimum }) => walletAmount(fromWallet, minimum),
        },
        { name: 'step', align: 'right', render: ({ fromWallet, step }) => walletAmount(fromWallet, step) },
        {
          name: 'dayLimit',
          align: 'right',
          onCard: true,
          render: ({ fromWallet, dayLimit }) =>
            dayLimit === NO_LIMIT ? t('rules.unlimited') : walletAmount(fromWallet, dayLimit),
        },
        {
          name: 'memberLevel',
          render: ({ sysOrgCode, memberLevel }) =>
            memberLevel === '' ? t('exchange.anyLevel') : (levelOf(sysOrgCode, memberLevel)?.name ?? memberLevel),
        },
        {
          name: 'isActive',
          sorter: true,
          onCard: true,
          options: yesNo,
          render: ({ isActive, isActive_dictText: text }) => (
            <ToneTag tone={isActive === 'YES' ? 'success' : 'neutral'}>{text ?? isActive}</ToneTag>
          ),
        },
        { name: 'toWallet', optional: true, sorter: true, options: wallets },
        { name: 'remark', optional: true, width: 200 },
        { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: true },
        { name: 'createTime', sorter: true, optional: true },
        { name: 'createBy', optional: true },
      ]}
      filters={[
        <ChoiceFilter key="from" name="fromWallet" options={wallets} />,
        <ChoiceFilter key="to" name="toWallet" options={wallets.filter(({ value }) => isTarget(value))} />,
        <ChoiceFilter key="active" name="isActive" options={yesNo} />,
      ]}
      form={{
        noun: 'noun.exchangeRate',
        values: (row) => (row ? {} : { ...newExchangeRate, fromWallet: 'integral', toWallet: 'give', step: 1 }),
        fields: (row) => <RateFields row={row} />,
      }}
    />
  )
}

const isTarget = (wallet: string): boolean => (toWallets as readonly string[]).includes(wallet)

function RateFields({ row }: { row: ExchangeRate | null }) {
  const { t } = useText()
  const form = Form.useFormInstance<ExchangeRateFields & { sysOrgCode?: string }>()
  const values = Form.useWatch([], { form, preserve: true })
  const wallets = useDict('exchange_wallet')
  const store = row?.sysOrgCode ?? values?.sysOrgCode
  const projects = useProjects(store)
  const { nameOf } = useWalletText()
  const units = (wallet?: string) => <InputNumber min={0} precision={wallet && isMoneyWallet(wallet) ? 2 : 0} />
  const from = values?.fromWallet ?? 'integral'
  const to = values?.toWallet ?? 'give'
  const labelOf = (project?: string) => projects.find(({ value }) => value === project)?.label ?? ''
  const example = exampleOf(values)
  return (
    <>
      <StoreField isNew={row === null} />
      <div className="pl-exchange-pair">
        <Field name="fromWallet">
          <Select options={wallets} />
        </Field>
        <Field name="toWallet" extra={t('exchange.paidHint')}>
          <Select options={wallets.filter(({ value }) => isTarget(value))} />
        </Field>
        {from === 'frequency' ? (
          <Field name="fromProject">
            <Select options={projects} showSearch={{ optionFilterProp: 'label' }} />
          </Field>
        ) : null}
        {to === 'frequency' ? (
          <Field name="toProject">
            <Select options={projects} showSearch={{ optionFilterProp: 'label' }} />
          </Field>
        ) : null}
        <Field name="fromAmount">{units(from)}</Field>
        <Field name="toAmount">{units(to)}</Field>
        <Field name="minimum" hint="hint.exchange.minimum">
          {units(from)}
        </Field>
        <Field name="step" hint="hint.exchange.step">
          {units(from)}
        </Field>
        <Field name="dayLimit" hint="hint.exchange.dayLimit">
          <LimitInput />
        </Field>
        <Field name="memberLevel">
          <LevelSelect {...(store ? { orgCode: store } : {})} placeholder={t('exchange.anyLevel')} />
        </Field>
      </div>
      {example ? (
        <output className="pl-exchange-example" aria-live="polite">
          {t('exchange.example', {
            amount: walletAmount(from, example.amount),
            from: nameOf(from, labelOf(values?.fromProject)),
            received: walletAmount(to, example.received),
            to: nameOf(to, labelOf(values?.toProject)),
          })}
        </output>
      ) : null}
      <Field name="remark">
        <Input autoComplete="off" />
      </Field>
      <Field name="isActive" {...asSwitch}>
        <Switch />
      </Field>
    </>
  )
}

/** What the smallest amount gives, once the form has all numbers. */
function exampleOf(values: Partial<ExchangeRateFields> | undefined): { amount: number; received: number } | null {
  const { fromWallet, toWallet, fromAmount, toAmount, minimum } = values ?? {}
  if (!fromWallet || !toWallet || !fromAmount || !toAmount || !minimum) return null
  const rate = { fromUnits: unitsOf(fromWallet, fromAmount), toUnits: unitsOf(toWallet, toAmount) }
  const units = unitsOf(fromWallet, minimum)
  if ([rate.fromUnits, rate.toUnits, units].some(Number.isNaN)) return null
  return { amount: minimum, received: amountOf(toWallet, receivedFor(rate, units)) }
}
