import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { checkRuleResource, readSteps } from '#shared/features/system/check-rules.contract.ts'
import './check-rules.css'

const Field = fieldsOf(checkRuleResource.create)

/** Validation rules for codes typed into forms, applied step by step. */
export function CheckRulesPage() {
  const { t } = useText()
  return (
    <CrudPage
      resource="checkRules"
      title="menu.checkRules"
      emptyHint="checkRule.noneHint"
      columns={[
        { name: 'ruleName', title: 'checkRule.name', sorter: true },
        { name: 'ruleCode', title: 'checkRule.code', sorter: true },
        {
          name: 'ruleJson',
          title: 'checkRule.steps',
          render: ({ ruleJson }) => readSteps(ruleJson).length,
          whole: ({ ruleJson }) => (
            <ol className="pl-check-steps">
              {readSteps(ruleJson).map(({ digits, pattern, message }) => (
                <li key={`${digits} ${pattern}`}>
                  {digits === '*' ? t('checkRule.all') : t('checkRule.next', { count: digits })}: <code>{pattern}</code>{' '}
                  · {message}
                </li>
              ))}
            </ol>
          ),
        },
        { name: 'ruleDescription', title: 'checkRule.description', width: 260 },
        { name: 'createTime', title: 'crud.createTime', sorter: true, onCard: true },
      ]}
      filters={[
        <TextFilter key="name" name="ruleName" label="checkRule.name" />,
        <TextFilter key="code" name="ruleCode" label="checkRule.code" />,
      ]}
      form={{
        noun: 'noun.checkRule',
        width: 720,
        values: (row) => ({ steps: row ? readSteps(row.ruleJson) : [{ digits: '*', pattern: '', message: '' }] }),
        fields: (row) => (
          <>
            <Field name="ruleName" label="checkRule.name">
              <Input autoComplete="off" />
            </Field>
            <Field name="ruleCode" label="checkRule.code" check={isFree('sys_check_rule', 'rule_code', row?.id)}>
              <Input autoComplete="off" />
            </Field>
            <Steps />
            <Field name="ruleDescription" label="checkRule.description">
              <Input.TextArea rows={2} />
            </Field>
          </>
        ),
        body: ({ steps, ...values }) => ({ ...values, ruleJson: JSON.stringify(steps) }),
      }}
    />
  )
}

/** The steps of a rule, one row each. */
function Steps() {
  const { t } = useText()
  const needed = (title: string) => [{ required: true, message: t('crud.required', { label: title }) }]
  return (
    <Form.List name="steps">
      {(lines, { add, remove }) => (
        <fieldset className="pl-check-lines">
          <legend>{t('checkRule.steps')}</legend>
          <p>{t('checkRule.stepsHint')}</p>
          {lines.map(({ key, name }) => (
            <div key={key}>
              <Form.Item name={[name, 'digits']} rules={needed(t('checkRule.digits'))}>
                <Input aria-label={t('checkRule.digits')} placeholder={t('checkRule.digits')} maxLength={3} />
              </Form.Item>
              <Form.Item name={[name, 'pattern']} rules={needed(t('checkRule.pattern'))}>
                <Input aria-label={t('checkRule.pattern')} placeholder={t('checkRule.pattern')} maxLength={200} />
              </Form.Item>
              <Form.Item name={[name, 'message']} rules={needed(t('checkRule.message'))}>
                <Input aria-label={t('checkRule.message')} placeholder={t('checkRule.message')} maxLength={100} />
              </Form.Item>
              <Button
                type="text"
                icon={<MinusCircleOutlined />}
                aria-label={t('action.delete')}
                disabled={lines.length === 1}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined />} onClick={() => add({ digits: '*', pattern: '', message: '' })}>
            {t('checkRule.addStep')}
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}
