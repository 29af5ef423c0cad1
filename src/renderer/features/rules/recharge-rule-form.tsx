import { DatePicker, Form, Input, Radio, Select, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { LevelSelect, useLevels } from '#renderer/features/members/index.ts'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { asText, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { rechargeDraft, usesRechargeField } from '#shared/features/rules/recharge-rules.calc.ts'
import { type RechargeRule, rechargeRuleResource } from '#shared/features/rules/recharge-rules.contract.ts'
import { RechargeRulePreview } from './recharge-rule-preview.tsx'
import { useGoods, useProjects } from './rule-choices.ts'
import { AmountInput, CountInput, Step, StoreField } from './rule-parts.tsx'

const Field = fieldsOf(rechargeRuleResource.create, rechargeRuleResource)
/** The form of a recharge rule with a preview. */
export function RechargeRuleForm({ row }: { row: RechargeRule | null }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const values = Form.useWatch([], { form, preserve: true }) as Record<string, unknown> | undefined
  const rule = rechargeDraft({ ...row, ...values })
  const store = row?.sysOrgCode ?? (values?.sysOrgCode as string | undefined)
  const amounts = useDict('recharge_amount_type')
  const methods = useDict('sales_method')
  const validities = useDict('validity_type')
  const projects = useProjects(store)
  const levels = useLevels(store)
  const goods = useGoods(store, row)
  const uses = (name: Parameters<typeof usesRechargeField>[1]) => usesRechargeField(rule, name)
  const isCustom = rule.amountType === 'custom'
  return (
    <div className="pl-rule-form">
      <div>
        <Step title={t('rechargeRule.step.what')}>
          <StoreField isNew={row === null} />
          <div className="pl-rule-pair">
            <Field name="roleName">
              <Input autoComplete="off" />
            </Field>
            <Field name="name">
              <Input autoComplete="off" placeholder={rule.roleName} />
            </Field>
          </div>
        </Step>
        <Step title={t('rechargeRule.step.pays')}>
          <div className="pl-rule-pair">
            <Field name="amountType" hint="hint.recharge.amountType">
              <Radio.Group optionType="button" options={amounts} />
            </Field>
            {uses('salesMethod') || rule.salesMethod === 'listedPrice' ? (
              <Field name="salesMethod" hint="hint.recharge.salesMethod">
                <Radio.Group optionType="button" options={methods} />
              </Field>
            ) : (
              <span />
            )}
            {uses('price') ? (
              <Field name="price">
                <AmountInput />
              </Field>
            ) : null}
            <Field name="recharge" label={isCustom ? 'rechargeRule.least' : 'rechargeRule.recharge'}>
              <AmountInput />
            </Field>
          </div>
        </Step>
        <Step title={t('rechargeRule.step.gives')}>
          <div className="pl-rule-pair">
            <Field name="give">
              <AmountInput />
            </Field>
            <Field name="integral">
              <CountInput />
            </Field>
            <Field name="frequency">
              <CountInput />
            </Field>
            {uses('projectType') ? (
              <Field name="projectType">
                <Select options={projects} showSearch={{ optionFilterProp: 'label' }} />
              </Field>
            ) : (
              <span />
            )}
            <Field name="laps">
              <CountInput />
            </Field>
            <Field name="giftId" extra={rule.giftId === '' ? undefined : t('rechargeRule.goodsHint')}>
              <Select
                options={[{ value: '', label: t('rechargeRule.noGoods') }, ...goods]}
                showSearch={{ optionFilterProp: 'label' }}
              />
            </Field>
            {uses('giftCount') ? (
              <Field name="giftCount">
                <CountInput />
              </Field>
            ) : (
              <span />
            )}
            <Field name="memberLevel">
              <LevelSelect orgCode={store} placeholder={t('rechargeRule.sameLevel')} />
            </Field>
          </div>
        </Step>
        <Step title={t('rechargeRule.step.when')}>
          <div className="pl-rule-pair">
            <Field name="validityType" hint="hint.recharge.validity">
              <Select options={validities} />
            </Field>
            {uses('validDays') ? (
              <Field name="validDays">
                <CountInput />
              </Field>
            ) : null}
            {uses('validDate') ? (
              <Field name="validDate" {...asText()}>
                <DatePicker />
              </Field>
            ) : null}
          </div>
          <div className="pl-rule-pair">
            <Field name="timeLimit" hint="hint.recharge.timeLimit" {...asSwitch}>
              <Switch />
            </Field>
            <Field name="selfRecharge" extra={isCustom ? t('rechargeRule.selfHint') : undefined} {...asSwitch}>
              <Switch />
            </Field>
            {uses('limitBegin') ? (
              <Field name="limitBegin" {...asText()}>
                <DatePicker />
              </Field>
            ) : null}
            {uses('limitEnd') ? (
              <Field name="limitEnd" {...asText()}>
                <DatePicker />
              </Field>
            ) : null}
            <Field name="isActive" {...asSwitch}>
              <Switch />
            </Field>
          </div>
        </Step>
      </div>
      <RechargeRulePreview
        rule={rule}
        project={projects.find(({ value }) => value === rule.projectType)?.label ?? ''}
        goods={goods.find(({ value }) => value === rule.giftId)?.label ?? ''}
        level={levels.find(({ code }) => code === rule.memberLevel)?.name ?? ''}
      />
    </div>
  )
}
