import { useQuery } from '@tanstack/react-query'
import { DatePicker, Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudPage } from '#renderer/ui/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud-search.tsx'
import type { Option } from '#renderer/ui/crud-types.ts'
import { asText, fieldsOf, useDict } from '#renderer/ui/fields.tsx'
import { type Tone, ToneTag } from '#renderer/ui/tone-tag.tsx'
import { PICKED_AT_ONCE } from '#shared/core/picking.ts'
import { type CouponState, groupCouponResource } from '#shared/features/coupons/group-coupons.contract.ts'

const Field = fieldsOf(groupCouponResource.create, groupCouponResource)
const tones = { unused: 'success', used: 'neutral', expired: 'warning' } satisfies Record<CouponState, Tone>

/** Coupons whose code stands for sessions. */
export function CouponsPage() {
  const { t } = useText()
  const states = useDict('coupon_state')
  const providers = useDict('coupon_provider')
  const rules = useCouponRules()
  const count = (value: number): string => (value < 0 ? t('coupon.noLimit') : String(value))
  return (
    <CrudPage
      resource="groupCoupons"
      title="menu.coupons"
      columns={[
        { name: 'code', sorter: true, width: 180 },
        { name: 'couponName', sorter: true, width: 160 },
        {
          name: 'couponState',
          sorter: true,
          onCard: true,
          options: states,
          render: ({ couponState, couponState_dictText }) => (
            <ToneTag tone={tones[couponState]}>{couponState_dictText}</ToneTag>
          ),
        },
        { name: 'couponValue', sorter: true, onCard: true },
        {
          name: 'codeCount',
          title: 'coupon.usesOf',
          onCard: true,
          render: ({ usedCount, codeCount }) => `${usedCount} / ${count(codeCount)}`,
        },
        { name: 'ruleNames', width: 200, render: ({ ruleNames }) => ruleNames || t('coupon.anyRule') },
        { name: 'codeMinutes', render: ({ codeMinutes }) => count(codeMinutes) },
        { name: 'verifyTime', sorter: true, optional: true },
        { name: 'endTime', sorter: true, render: ({ endTime }) => endTime ?? t('coupon.noEnd') },
        { name: 'provider', options: providers },
        { name: 'platformProductId', optional: true },
        { name: 'remark', width: 160, optional: true },
        { name: 'createTime', sorter: true, optional: true },
        { name: 'createBy', optional: true },
      ]}
      filters={[
        <TextFilter key="code" name="code" />,
        <ChoiceFilter key="state" name="couponState" options={states} />,
        <TextFilter key="name" name="couponName" />,
        <ChoiceFilter key="provider" name="provider" options={providers} />,
        <DaysFilter key="end" name="endTime" />,
      ]}
      form={{
        noun: 'noun.coupon',
        values: (row) => ({ ...row, endTime: row?.endTime ?? '' }),
        fields: (row) => (
          <>
            <Field name="code" extra={row ? t('coupon.codeStays') : undefined}>
              <Input maxLength={64} autoComplete="off" disabled={row !== null} />
            </Field>
            <Field name="couponName">
              <Input maxLength={100} autoComplete="off" />
            </Field>
            <Field name="couponValue">
              <InputNumber min={0} precision={2} style={{ width: '100%' }} />
            </Field>
            <Field name="ruleIds" extra={t('coupon.rulesHint')} {...asIds}>
              <Select mode="multiple" options={rules} allowClear showSearch={{ optionFilterProp: 'label' }} />
            </Field>
            <Field name="codeCount" extra={t('coupon.noLimitHint')}>
              <InputNumber min={-1} precision={0} style={{ width: '100%' }} />
            </Field>
            <Field name="codeMinutes" extra={t('coupon.minutesHint')}>
              <InputNumber min={-1} precision={0} style={{ width: '100%' }} />
            </Field>
            <Field name="endTime" {...asText('YYYY-MM-DD HH:mm:ss')}>
              <DatePicker showTime style={{ width: '100%' }} />
            </Field>
            <Field name="remark">
              <Input maxLength={200} autoComplete="off" />
            </Field>
          </>
        ),
      }}
    />
  )
}

/** Ids joined by commas in the field, a list in the control. */
const asIds = {
  getValueProps: (value: string | undefined) => ({ value: value ? value.split(',') : [] }),
  normalize: (value: string[]) => value.join(','),
}

/** The rules that coupons pay, to choose from. */
function useCouponRules(): Option[] {
  const rules = useQuery({
    queryKey: ['couponRules'],
    queryFn: async () => {
      const query = { consumeTypeRole: 'GROUPCOUPON' as const, pageSize: PICKED_AT_ONCE }
      return (await client.consumeRules.consumerolelistpc({ query })).result.records
    },
  })
  return (rules.data ?? []).map(({ id, consumeRoleName }) => ({ value: id, label: consumeRoleName }))
}
