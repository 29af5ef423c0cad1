import { SortAscendingOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Checkbox, Form, InputNumber, Select, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { everyRow } from '#renderer/core/every-row.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import type { Option } from '#renderer/ui/crud/crud-types.ts'
import { OrderDialog } from '#renderer/ui/list/order-dialog.tsx'
import type { Page } from '#shared/core/envelope.ts'
import { formatAmount } from '#shared/core/money.ts'
import './rules.css'

type OrderedName = 'consumeRules' | 'rechargeRules' | 'playCardRules' | 'subProjects'

interface ActiveSwitchProps {
  name: OrderedName
  /** The accessible name. */
  label: string
  isActive: 'YES' | 'NO'
  change(isActive: 'YES' | 'NO'): Promise<unknown>
}

/** Switches a row on and off in the list. */
export function ActiveSwitch({ name, label, isActive, change }: ActiveSwitchProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const may = useMayCall(name)
  const [isBusy, setBusy] = useState(false)
  const turn = async (isOn: boolean) => {
    setBusy(true)
    try {
      await change(isOn ? 'YES' : 'NO')
      await refreshList(name)
    } catch (error) {
      void message.warning(textOfError(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Switch
      size="small"
      aria-label={t('rules.activeOf', { name: label })}
      checked={isActive === 'YES'}
      loading={isBusy}
      disabled={!may('edit')}
      onChange={(isOn) => void turn(isOn)}
    />
  )
}

interface PricedRow {
  id: string
  roleName: string
  price: number
  sysOrgCode: string
}

/** The sortable list of all rows. */
export const placedByPrice =
  (page: (pageNo: number) => Promise<Page<PricedRow>>): OrderButtonProps['load'] =>
  async () =>
    (await everyRow(page)).map(({ id, roleName, price, sysOrgCode }) => ({
      id,
      label: roleName,
      hint: formatAmount(price),
      orgCode: sysOrgCode,
    }))

export interface PlacedRow {
  id: string
  label: string
  hint?: string
  orgCode: string
}

interface OrderButtonProps {
  name: OrderedName
  title: string
  /** All rows in order. */
  load(): Promise<PlacedRow[]>
  save(ids: string[]): Promise<unknown>
}

/** The stores to make rules for, where the user sees several. */
const useStoreOptions = (): Option[] => useOwnStores().map(({ code, name }) => ({ value: code, label: name }))

/** Opens the sorting of a store's rows. */
export function OrderButton({ name, title, load, save }: OrderButtonProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const stores = useStoreOptions()
  const may = useMayCall(name)
  const [isOpen, setOpen] = useState(false)
  const [store, setStore] = useState<string>()
  const rows = useQuery({ queryKey: ['crud', name, 'placed'], queryFn: load, enabled: isOpen, staleTime: 0, gcTime: 0 })
  if (!may('sort')) return null
  const chosen = store ?? rows.data?.[0]?.orgCode
  const ofStore = (rows.data ?? []).filter(({ orgCode }) => orgCode === chosen)
  const keep = async (ids: string[]) => {
    await save(ids)
    await refreshList(name)
    void message.success(t('order.kept'))
  }
  return (
    <>
      {stores.length > 1 ? (
        <Select
          className="pl-filter"
          aria-label={t('order.store')}
          placeholder={t('order.store')}
          options={stores}
          value={store}
          onChange={setStore}
        />
      ) : null}
      <Button icon={<SortAscendingOutlined />} loading={isOpen && rows.isPending} onClick={() => setOpen(true)}>
        {t('order.change')}
      </Button>
      {isOpen && rows.data && !rows.isFetching ? (
        <OrderDialog title={title} rows={ofStore} onSave={keep} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

/** The store of a new rule, where the user sees several; fixed for existing rules. */
export function StoreField({ isNew }: { isNew: boolean }) {
  const { t } = useText()
  const stores = useStoreOptions()
  if (!isNew || stores.length === 0) return null
  const label = t('records.store')
  return (
    <Form.Item name="sysOrgCode" label={label} rules={[{ required: true, message: t('crud.required', { label }) }]}>
      <Select options={stores} showSearch={{ optionFilterProp: 'label' }} />
    </Form.Item>
  )
}

/** A titled step of a form. */
export const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="pl-rule-step">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

interface LimitInputProps {
  id?: string
  value?: number
  onChange?(value: number | null): void
}

/** A limit; -1 is a checkbox for "unlimited". */
export function LimitInput({ id, value = -1, onChange }: LimitInputProps) {
  const { t } = useText()
  const isUnlimited = value === -1
  return (
    <span className="pl-limit">
      <InputNumber
        id={id}
        min={1}
        precision={0}
        disabled={isUnlimited}
        value={isUnlimited ? null : value}
        onChange={(next) => onChange?.(next)}
      />
      <Checkbox checked={isUnlimited} onChange={({ target }) => onChange?.(target.checked ? -1 : 1)}>
        {t('rules.unlimited')}
      </Checkbox>
    </span>
  )
}

/** An amount in yuan, at least 0. */
export const AmountInput = (props: { id?: string }) => <InputNumber {...props} min={0} precision={2} prefix="¥" />
/** An integer, at least 0. */
export const CountInput = (props: { id?: string }) => <InputNumber {...props} min={0} precision={0} />

/** Field props for a value of weekdays, such as `1,2`. */
export const asDays = {
  getValueProps: (value: unknown) => ({ value: typeof value === 'string' ? value.split(',').filter(Boolean) : [] }),
  normalize: (days: string[]) => days.toSorted().join(','),
}
