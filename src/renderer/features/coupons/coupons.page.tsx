import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import type { CouponState } from '#shared/features/coupons/group-coupons.contract.ts'
import { CouponFields, newCoupon } from './coupon-fields.tsx'
import './coupons.css'

const tones = { unused: 'success', used: 'neutral', expired: 'warning' } satisfies Record<CouponState, Tone>

/** The store's own coupons. */
export function CouponsPage() {
  const { t } = useText()
  const states = useDict('coupon_state')
  const providers = useDict('coupon_provider')
  const storeName = useStoreName()
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
          render: ({ couponState }) => <ToneTag tone={tones[couponState]}>{t(`coupon.state.${couponState}`)}</ToneTag>,
        },
        {
          name: 'couponValue',
          sorter: true,
          onCard: true,
          align: 'right',
          render: ({ couponValue }) => <Money value={couponValue} />,
        },
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
        { name: 'sysOrgCode', render: ({ sysOrgCode }) => storeName(sysOrgCode), optional: true },
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
        width: 640,
        values: (row) => (row ? { endTime: row.endTime ?? '' } : newCoupon),
        fields: (row) => <CouponFields row={row} />,
      }}
    />
  )
}
