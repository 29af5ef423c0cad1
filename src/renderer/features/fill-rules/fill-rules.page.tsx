import { App, Form, Input, InputNumber, Select, Switch, Typography } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf, isFree, useDict } from '#renderer/ui/form/fields.tsx'
import { type FillKind, fillParams, fillRuleResource } from '#shared/features/fill-rules/fill-rules.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

type FillRule = RowOf<'fillRules'>
const Field = fieldsOf(fillRuleResource.create, fillRuleResource)
const SequenceField = fieldsOf(fillParams.sequence)
const PatternField = fieldsOf(fillParams.pattern)
const StoreField = fieldsOf(fillParams.childStore)
const CategoryField = fieldsOf(fillParams.childCategory)

/** The stored parameters, with the defaults of their kind. */
const paramsOf = (kind: FillKind, json: string): Record<string, unknown> =>
  fillParams[kind].safeParse(JSON.parse(json || '{}')).data ?? {}

/** Rules that fill fields of new records: numbers, dates and codes. */
export function FillRulesPage() {
  const { t } = useText()
  const { message, modal } = App.useApp()
  const may = useMayCall('fillRules')
  const kinds = useDict('fill_kind')
  const test = async ({ ruleName, ruleCode }: FillRule) => {
    try {
      const { result } = await client.fillRules.testFillRule({ query: { ruleCode } })
      modal.info({
        title: t('fillRule.sample', { name: ruleName }),
        content: <Typography.Text code>{result}</Typography.Text>,
        okText: t('action.close'),
      })
    } catch (error) {
      void message.error(textOfError(t, error))
    }
  }
  return (
    <CrudPage
      resource="fillRules"
      title="menu.fillRules"
      columns={[
        { name: 'ruleName', sorter: true },
        { name: 'ruleCode', sorter: true },
        { name: 'ruleClass', sorter: true, options: kinds, onCard: true },
        { name: 'ruleParams', width: 320, render: ({ ruleParams }) => <code>{ruleParams}</code> },
        { name: 'createTime', sorter: true },
      ]}
      filters={[
        <TextFilter key="name" name="ruleName" label="fillRule.name" />,
        <TextFilter key="code" name="ruleCode" label="fillRule.code" />,
        <ChoiceFilter key="kind" name="ruleClass" label="fillRule.kind" options={kinds} />,
      ]}
      form={{
        noun: 'noun.fillRule',
        width: 640,
        values: (row) => ({
          ruleClass: 'sequence',
          ...fillParams.sequence.parse({}),
          ...(row ? { ...row, ...paramsOf(row.ruleClass, row.ruleParams) } : {}),
        }),
        fields: (row) => (
          <>
            <Field name="ruleName">
              <Input autoComplete="off" />
            </Field>
            <Field name="ruleCode" check={isFree('sys_fill_rule', 'rule_code', row?.id)}>
              <Input autoComplete="off" />
            </Field>
            <Field name="ruleClass">
              <Select options={kinds} />
            </Field>
            <Form.Item noStyle dependencies={['ruleClass']}>
              {({ getFieldValue }) => <Params kind={getFieldValue('ruleClass')} />}
            </Form.Item>
          </>
        ),
        body: ({ ruleName, ruleCode, ruleClass, ...params }) => ({
          ruleName,
          ruleCode,
          ruleClass,
          ruleParams: JSON.stringify(params),
        }),
        together: [['ruleClass', 'ruleParams']],
      }}
      actions={{
        row: (row) =>
          may('testFillRule') ? [{ key: 'test', label: t('fillRule.test'), act: () => void test(row) }] : [],
      }}
    />
  )
}

/** The fields of a kind's parameters. */
function Params({ kind }: { kind: FillKind }) {
  const { t } = useText()
  const dates = fillParams.date.shape.date.unwrap().options.map((value) => ({ value, label: value }))
  if (kind === 'sequence') {
    return (
      <>
        <SequenceField name="prefix" label="fillRule.prefix">
          <Input autoComplete="off" />
        </SequenceField>
        <SequenceField name="date" label="fillRule.date">
          <Select options={[{ value: '', label: t('fillRule.noDate') }, ...dates]} />
        </SequenceField>
        <SequenceField name="withOrg" label="fillRule.withOrg" valuePropName="checked">
          <Switch />
        </SequenceField>
        <SequenceField name="digits" label="fillRule.digits">
          <InputNumber min={1} max={15} precision={0} />
        </SequenceField>
        <Counting />
      </>
    )
  }
  if (kind === 'pattern') {
    return (
      <>
        <PatternField
          name="pattern"
          label="fillRule.pattern"
          wrong="fillRule.badPattern"
          extra={t('fillRule.patternHint')}
        >
          <Input autoComplete="off" />
        </PatternField>
        <Counting />
      </>
    )
  }
  if (kind === 'date') {
    return (
      <>
        <SequenceField name="date" label="fillRule.date">
          <Select options={dates} />
        </SequenceField>
        <DayField />
      </>
    )
  }
  if (kind === 'childStore') {
    return (
      <StoreField name="parentId" label="fillRule.parentId">
        <Input autoComplete="off" />
      </StoreField>
    )
  }
  if (kind === 'childCategory') {
    return (
      <CategoryField name="pid" label="fillRule.parentId">
        <Input autoComplete="off" />
      </CategoryField>
    )
  }
  return null
}

const DayField = () => {
  const { t } = useText()
  return (
    <SequenceField name="day" label="fillRule.day">
      <Select options={optionsOf(t, 'fillRule.day', ['business', 'calendar'])} />
    </SequenceField>
  )
}

// The texts exist for every value.
const optionsOf = (t: (key: TextKey) => string, prefix: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: t(`${prefix}.${value}` as TextKey) }))

/** How numbers are counted. */
function Counting() {
  const { t } = useText()
  return (
    <>
      <SequenceField name="per" label="fillRule.per">
        <Select options={optionsOf(t, 'fillRule.per', ['store', 'all'])} />
      </SequenceField>
      <SequenceField name="reset" label="fillRule.reset">
        <Select options={optionsOf(t, 'fillRule.reset', ['never', 'day', 'month', 'year'])} />
      </SequenceField>
      <DayField />
      <SequenceField name="start" label="fillRule.start">
        <InputNumber min={0} max={1_000_000_000_000} precision={0} />
      </SequenceField>
      <SequenceField name="step" label="fillRule.step">
        <InputNumber min={1} max={1000} precision={0} />
      </SequenceField>
      <SequenceField name="gapFree" label="fillRule.gapFree" valuePropName="checked" extra={t('fillRule.gapFreeHint')}>
        <Switch />
      </SequenceField>
    </>
  )
}
