import { Checkbox, Form, Input, Radio, Select, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { LevelSelect } from '#renderer/features/members/index.ts'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { usesField } from '#shared/features/rules/consume-rules.calc.ts'
import { consumeRuleResource, type ManagedConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { ConsumeRuleFields } from '#shared/features/rules/consume-rules.schema.ts'
import { ConsumeRulePreview } from './consume-rule-preview.tsx'
import { draftOf } from './consume-rules.calc.ts'
import { useProjects } from './rule-choices.ts'
import { AmountInput, asDays, CountInput, LimitInput, Step, StoreField } from './rule-parts.tsx'

const Field = fieldsOf(consumeRuleResource.create, consumeRuleResource)

/** The form of a consume rule in steps, with a preview of its tile. */
export function ConsumeRuleForm({ row }: { row: ManagedConsumeRule | null }) {
  const form = Form.useFormInstance()
  const values = Form.useWatch([], { form, preserve: true }) as Record<string, unknown> | undefined
  const rule = draftOf({ ...row, ...values })
  const store = row?.sysOrgCode ?? (values?.sysOrgCode as string | undefined)
  return (
    <div className="pl-rule-form">
      <div>
        <What rule={rule} isNew={row === null} store={store} />
        <Cost rule={rule} />
        <Length rule={rule} />
        <When rule={rule} store={store} />
        <Extras rule={rule} />
      </div>
      <ConsumeRulePreview rule={rule} store={store} />
    </div>
  )
}

interface StepProps {
  rule: ConsumeRuleFields
}

/** A field that is shown only for rule types that use it. */
const when = (rule: ConsumeRuleFields, name: keyof ConsumeRuleFields, field: React.ReactNode) =>
  usesField(rule, name) ? field : null

function What({ isNew, store }: StepProps & { isNew: boolean; store: string | undefined }) {
  const { t } = useText()
  const types = useDict('consume_type')
  const tools = useDict('tool_type')
  const projects = useProjects(store)
  return (
    <Step title={t('consumeRule.step.what')}>
      <StoreField isNew={isNew} />
      <Field name="consumeRoleName">
        <Input autoComplete="off" placeholder={t('consumeRule.nameHint')} />
      </Field>
      <Field name="consumeTypeRole" initialValue="BALANCE">
        <Radio.Group className="pl-rule-types" optionType="button" buttonStyle="solid" options={types} />
      </Field>
      <div className="pl-rule-pair">
        <Field name="toolType" hint="hint.rule.tool">
          <Select options={tools} />
        </Field>
        <Field name="projectType" hint="hint.rule.project">
          <Select options={projects} showSearch={{ optionFilterProp: 'label' }} />
        </Field>
      </div>
    </Step>
  )
}

function Cost({ rule }: StepProps) {
  const { t } = useText()
  const modes = useDict('price_mode')
  const costsNothing = rule.consumeTypeRole === 'TESTCARD' || rule.consumeTypeRole === 'PLAYFREELY'
  return (
    <Step title={t('consumeRule.step.cost')}>
      <p className="pl-rule-hint">{t(`consumeRule.charges.${rule.consumeTypeRole}`)}</p>
      {when(
        rule,
        'priceMode',
        <Field name="priceMode" hint="hint.rule.priceMode" hidden={costsNothing}>
          <Radio.Group optionType="button" options={modes} />
        </Field>,
      )}
      {when(
        rule,
        'oncePeople',
        <Field name="oncePeople" extra={t('consumeRule.oncePeopleHint')}>
          <LimitInput />
        </Field>,
      )}
      <div className="pl-rule-pair">
        {when(
          rule,
          'price',
          <Field name="price">
            <AmountInput />
          </Field>,
        )}
        {when(
          rule,
          'levelDiscount',
          <Field name="levelDiscount" extra={t('consumeRule.levelDiscountHint')} {...asSwitch}>
            <Switch />
          </Field>,
        )}
        {when(
          rule,
          'deposit',
          <Field name="deposit" extra={t('consumeRule.depositHint')}>
            <AmountInput />
          </Field>,
        )}
        {when(
          rule,
          'integral',
          <Field name="integral">
            <CountInput />
          </Field>,
        )}
        {when(
          rule,
          'coins',
          <Field name="coins">
            <CountInput />
          </Field>,
        )}
        {when(
          rule,
          'coinPrice',
          <Field name="coinPrice">
            <AmountInput />
          </Field>,
        )}
        {when(
          rule,
          'coinCount',
          <Field name="coinCount">
            <CountInput />
          </Field>,
        )}
        {when(
          rule,
          'frequency',
          <Field name="frequency">
            <CountInput />
          </Field>,
        )}
        {when(
          rule,
          'couponValue',
          <Field name="couponValue" hint="hint.rule.couponValue">
            <AmountInput />
          </Field>,
        )}
        {when(
          rule,
          'platformProductId',
          <Field name="platformProductId" hint="hint.rule.platformProduct">
            <Input autoComplete="off" />
          </Field>,
        )}
        {when(
          rule,
          'codeCount',
          <Field name="codeCount" hint="hint.rule.codeCount">
            <LimitInput />
          </Field>,
        )}
        {when(
          rule,
          'codeMinutes',
          <Field name="codeMinutes" hint="hint.rule.codeMinutes">
            <LimitInput />
          </Field>,
        )}
      </div>
    </Step>
  )
}

function Length({ rule }: StepProps) {
  const { t } = useText()
  if (!usesField(rule, 'countCycleNumber')) return null
  return (
    <Step title={t('consumeRule.step.length')}>
      <p className="pl-rule-hint">{t('consumeRule.lengthHint')}</p>
      <div className="pl-rule-pair">
        <Field name="countCycleNumber">
          <CountInput />
        </Field>
        {when(
          rule,
          'duration',
          <Field name="duration">
            <CountInput />
          </Field>,
        )}
      </div>
    </Step>
  )
}

function When({ rule, store }: StepProps & { store: string | undefined }) {
  const { t } = useText()
  const modes = useDict('use_mode')
  const limits = useDict('amount_type')
  const weekdays = useDict('weekday')
  return (
    <Step title={t('consumeRule.step.when')}>
      <Field name="memberDay" extra={t('consumeRule.memberDayHint')} {...asDays}>
        <Checkbox.Group className="pl-rule-days" options={weekdays} />
      </Field>
      <div className="pl-rule-pair">
        {rule.memberDay === ''
          ? null
          : when(
              rule,
              'memberDayLimitCount',
              <Field name="memberDayLimitCount" hint="hint.rule.memberDayLimit">
                <LimitInput />
              </Field>,
            )}
        {when(
          rule,
          'memberLevel',
          <Field name="memberLevel" hint="hint.rule.level">
            <LevelSelect orgCode={store} placeholder={t('consumeRule.anyLevel')} />
          </Field>,
        )}
      </div>
      <Field name="amountType" hint="hint.rule.amountType">
        <Radio.Group optionType="button" options={limits} />
      </Field>
      {rule.amountType === 'LIMIT' ? (
        <div className="pl-rule-pair">
          <Field name="dayLimitCount" hint="hint.rule.dayLimit">
            <LimitInput />
          </Field>
          {when(
            rule,
            'memberLimitCount',
            <Field name="memberLimitCount" hint="hint.rule.memberLimit">
              <LimitInput />
            </Field>,
          )}
        </div>
      ) : null}
      <Field name="consumeMode" hint="hint.rule.useMode">
        <Radio.Group optionType="button" options={modes} />
      </Field>
    </Step>
  )
}

function Extras({ rule }: StepProps) {
  const { t } = useText()
  return (
    <Step title={t('consumeRule.step.extras')}>
      <div className="pl-rule-pair">
        <Field name="useBracelet" extra={t('consumeRule.braceletHint')} {...asSwitch}>
          <Switch />
        </Field>
        {rule.useBracelet === 'YES' ? (
          <Field name="braceletCount">
            <CountInput />
          </Field>
        ) : (
          <span />
        )}
        <Field name="gatherFace" hint="hint.rule.photo" {...asSwitch}>
          <Switch />
        </Field>
        {when(
          rule,
          'isRanking',
          <Field name="isRanking" hint="hint.rule.ranking" {...asSwitch}>
            <Switch />
          </Field>,
        )}
        {when(
          rule,
          'selfService',
          <Field name="selfService" extra={t('consumeRule.selfServiceHint')} {...asSwitch}>
            <Switch />
          </Field>,
        )}
        {when(
          rule,
          'needsAgreement',
          <Field name="needsAgreement" extra={t('consumeRule.needsAgreementHint')} {...asSwitch}>
            <Switch />
          </Field>,
        )}
        {when(
          rule,
          'cuExp',
          <Field name="cuExp" hint="hint.rule.experience">
            <CountInput />
          </Field>,
        )}
        <Field name="isActive" {...asSwitch}>
          <Switch />
        </Field>
      </div>
    </Step>
  )
}
