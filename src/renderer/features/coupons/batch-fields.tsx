import { DatePicker, Form, Input, InputNumber, Segmented, Select, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { LimitInput, StoreField, useGoods } from '#renderer/features/rules/index.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { asText, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { couponBatchResource, newCouponBatch } from '#shared/features/coupons/coupon-batches.contract.ts'
import { DISCOUNTED_TYPES } from '#shared/features/coupons/coupon-discount.calc.ts'
import { type CouponKind, MAX_COUPON_CODES } from '#shared/features/coupons/own-coupons.schema.ts'
import { asIds, RulesSelect } from './coupon-fields.tsx'
import './coupons.css'

const Field = fieldsOf(couponBatchResource.create, couponBatchResource)

/** The initial values of a new batch. */
export const newBatch = { ...newCouponBatch, couponKind: 'value' as CouponKind, codeCount: 100 }

/** The form of a batch; once its codes exist, only what they are not worth may change. */
export function BatchFields({ row }: { row: RowOf<'couponBatches'> | null }) {
  const { t } = useText()
  return (
    <div className="pl-coupon-form">
      <StoreField isNew={row === null} />
      <Field name="batchName" extra={row ? t('couponBatch.fixed') : undefined}>
        <Input maxLength={100} autoComplete="off" />
      </Field>
      {row ? null : <WorthFields />}
      <Field name="beginTime" {...asText('YYYY-MM-DD HH:mm:ss')}>
        <DatePicker showTime placeholder={t('couponBatch.fromNow')} />
      </Field>
      <Field name="endTime" {...asText('YYYY-MM-DD HH:mm:ss')}>
        <DatePicker showTime placeholder={t('coupon.noEnd')} />
      </Field>
      <Field name="validDays" extra={t('couponBatch.daysHint')}>
        <LimitInput />
      </Field>
      <Field name="perMember" extra={t('couponBatch.perMemberHint')}>
        <LimitInput />
      </Field>
      <Field name="isActive" {...asSwitch}>
        <Switch />
      </Field>
      <Field name="remark">
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </div>
  )
}

/** What the codes are worth, and how many there are. */
function WorthFields() {
  const { t } = useText()
  const kinds = useDict('coupon_kind')
  const kind = Form.useWatch<CouponKind | undefined>('couponKind') ?? newBatch.couponKind
  const orgCode = Form.useWatch<string | undefined>('sysOrgCode')
  return (
    <>
      <Field name="couponKind">
        <Segmented options={kinds} />
      </Field>
      {kind === 'gift' ? (
        <GiftFields orgCode={orgCode} />
      ) : kind === 'discount' ? (
        <DiscountFields />
      ) : (
        <Field name="couponValue" extra={t(kind === 'value' ? 'couponBatch.valueHint' : 'couponBatch.worthHint')}>
          <InputNumber min={0} precision={2} prefix="¥" />
        </Field>
      )}
      {kind === 'rule' || kind === 'discount' ? (
        <Field
          name="ruleIds"
          extra={t(kind === 'rule' ? 'coupon.rulesHint' : 'couponBatch.discountRulesHint')}
          {...asIds}
        >
          <RulesSelect key={kind} orgCode={orgCode} {...(kind === 'discount' ? { types: DISCOUNTED_TYPES } : {})} />
        </Field>
      ) : null}
      <Field name="codeCount">
        <InputNumber min={1} max={MAX_COUPON_CODES} precision={0} />
      </Field>
    </>
  )
}

/** A percentage or an amount off. */
function DiscountFields() {
  const { t } = useText()
  return (
    <>
      <Field name="couponPercent" extra={t('couponBatch.percentHint')}>
        <InputNumber min={0} max={100} precision={0} suffix="%" />
      </Field>
      <Field name="couponValue" label="couponBatch.off" extra={t('couponBatch.offHint')}>
        <InputNumber min={0} precision={2} prefix="¥" />
      </Field>
    </>
  )
}

function GiftFields({ orgCode }: { orgCode: string | undefined }) {
  const { t } = useText()
  const gifts = useGoods(orgCode, null)
  return (
    <>
      <Field name="giftId">
        <Select
          options={[{ value: '', label: t('couponBatch.noGift') }, ...gifts]}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Field>
      <Field name="giftCount">
        <InputNumber min={1} max={1000} precision={0} />
      </Field>
    </>
  )
}
