import { useQuery } from '@tanstack/react-query'
import { DatePicker, Form, Input, InputNumber, Select, type SelectProps } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { LimitInput, StoreField } from '#renderer/features/rules/index.ts'
import type { Option, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { asText, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import { groupCouponResource } from '#shared/features/coupons/group-coupons.contract.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

const Field = fieldsOf(groupCouponResource.create, groupCouponResource)

/** The initial values of a new coupon. */
export const newCoupon = { couponValue: 0, ruleIds: '', codeCount: 1, codeMinutes: -1, endTime: '' }

/** The form value is a comma-separated string, the control's a list. */
export const asIds = {
  getValueProps: (value: string | undefined) => ({ value: value ? value.split(',') : [] }),
  normalize: (value: string[]) => value.join(','),
}

/** The form of a coupon. */
export function CouponFields({ row }: { row: RowOf<'groupCoupons'> | null }) {
  const { t } = useText()
  const chosen = Form.useWatch<string | undefined>('sysOrgCode')
  return (
    <div className="pl-coupon-form">
      <StoreField isNew={row === null} />
      <Field name="code" extra={row ? t('coupon.codeStays') : undefined}>
        <Input maxLength={64} autoComplete="off" disabled={row !== null} />
      </Field>
      <Field name="couponName">
        <Input maxLength={100} autoComplete="off" />
      </Field>
      <Field name="couponValue">
        <InputNumber min={0} precision={2} />
      </Field>
      <Field name="ruleIds" extra={t('coupon.rulesHint')} {...asIds}>
        <RulesSelect orgCode={row?.sysOrgCode ?? chosen} />
      </Field>
      <Field name="codeCount" hint="hint.coupon.uses">
        <LimitInput />
      </Field>
      <Field name="codeMinutes" hint="hint.coupon.minutes">
        <LimitInput />
      </Field>
      <Field name="endTime" {...asText('YYYY-MM-DD HH:mm:ss')}>
        <DatePicker showTime placeholder={t('coupon.noEnd')} />
      </Field>
      <Field name="remark">
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </div>
  )
}

interface RulesSelectProps extends SelectProps<string[]> {
  /** The store; left out: all stores of the user. */
  orgCode?: string | undefined
  /** Several stores, whose names are shown, instead of one. */
  stores?: readonly string[]
  /** The consume types of the rules. */
  types?: readonly ConsumeType[]
}

/** Selects the rules that a coupon is for. */
export function RulesSelect({ orgCode, stores, types = ['GROUPCOUPON'], ...select }: RulesSelectProps) {
  const rules = useRulesOf(types, stores ? undefined : orgCode, stores)
  return <Select {...select} mode="multiple" options={rules} allowClear showSearch={{ optionFilterProp: 'label' }} />
}

/** The rules of some types, as options; of one store or several where given. */
function useRulesOf(
  types: readonly ConsumeType[],
  sysOrgCode: string | undefined,
  stores: readonly string[] | undefined,
): Option[] {
  const storeName = useStoreName()
  const rules = useQuery({
    queryKey: ['couponRules', types, sysOrgCode],
    queryFn: async () => {
      const query = { pageSize: MAX_PICKED_ROWS, sysOrgCode }
      const ask = async (consumeTypeRole: ConsumeType) =>
        (await client.consumeRules.listActive({ query: { ...query, consumeTypeRole } })).result.records
      return (await Promise.all(types.map(ask))).flat()
    },
  })
  return (rules.data ?? [])
    .filter(({ sysOrgCode: store }) => stores === undefined || stores.includes(store))
    .map(({ id, consumeRoleName, sysOrgCode: store }) => ({
      value: id,
      label: stores ? `${storeName(store)} · ${consumeRoleName}` : consumeRoleName,
    }))
}
