import { DatePicker, Form, Input, InputNumber, Segmented, Select, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useOwnChains, useOwnStores } from '#renderer/core/own-stores.ts'
import { LimitInput, useGoods } from '#renderer/features/rules/index.ts'
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
      {row === null ? <IssuerFields /> : null}
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
      <Field name="price" extra={t('couponBatch.priceHint')}>
        <InputNumber min={0} precision={2} prefix="¥" />
      </Field>
      <Field name="selfService" extra={t('couponBatch.selfServiceHint')} {...asSwitch}>
        <Switch />
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

/** Who issues the codes, and where else they are valid; for who sees several stores. */
function IssuerFields() {
  const { t } = useText()
  const stores = useOwnStores()
  const chains = useOwnChains()
  const issuer = Form.useWatch<string | undefined>('sysOrgCode')
  if (stores.length === 0) return null
  const label = t('couponBatch.issuer')
  const optionsOf = (places: typeof stores) => places.map(({ code, name }) => ({ value: code, label: name }))
  return (
    <>
      <Form.Item name="sysOrgCode" label={label} rules={[{ required: true, message: t('crud.required', { label }) }]}>
        <Select options={optionsOf([...chains, ...stores])} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Field name="storeCodes" label="couponBatch.stores" extra={t('couponBatch.storesHint')} {...asIds}>
        <Select
          mode="multiple"
          options={optionsOf(stores.filter(({ code }) => code !== issuer))}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Field>
    </>
  )
}

/** What the codes are worth, and how many there are. */
function WorthFields() {
  const { t } = useText()
  const kinds = useDict('coupon_kind')
  const kind = Form.useWatch<CouponKind | undefined>('couponKind') ?? newBatch.couponKind
  const orgCode = Form.useWatch<string | undefined>('sysOrgCode')
  const others = Form.useWatch<string | undefined>('storeCodes')?.split(',').filter(Boolean) ?? []
  const stores = others.length > 0 ? [orgCode ?? '', ...others] : undefined
  return (
    <>
      <Field name="couponKind">
        <Segmented options={kinds} />
      </Field>
      {kind === 'gift' ? (
        <GiftFields orgCode={orgCode} isShared={stores !== undefined} />
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
          extra={[
            t(kind === 'rule' ? 'coupon.rulesHint' : 'couponBatch.discountRulesHint'),
            stores ? t('couponBatch.storesAndRules') : '',
          ].join(' ')}
          {...asIds}
        >
          <RulesSelect
            key={kind}
            orgCode={orgCode}
            {...(stores ? { stores } : {})}
            {...(kind === 'discount' ? { types: DISCOUNTED_TYPES } : {})}
          />
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

function GiftFields({ orgCode, isShared }: { orgCode: string | undefined; isShared: boolean }) {
  const { t } = useText()
  const gifts = useGoods(orgCode, null)
  return (
    <>
      <Field name="giftId" extra={isShared ? t('couponBatch.giftAtStores') : undefined}>
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
