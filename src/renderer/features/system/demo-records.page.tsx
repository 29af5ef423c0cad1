import { DatePicker, Input, InputNumber } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { AmountsFilter, ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { asText, DictSelect, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { demoResource } from '#shared/features/system/demo-records.contract.ts'

const Field = fieldsOf(demoResource.create, demoResource)
const wide = { width: '100%' } as const
const WIRE = 'YYYY-MM-DD HH:mm:ss'

/** The example of a plain resource for integrators: everything on it comes from one declaration. */
export function DemoRecordsPage() {
  const { t } = useText()
  const sexes = useDict('sex')
  const storeName = useStoreName()
  return (
    <CrudPage
      resource="demoRecords"
      title="menu.demo"
      columns={[
        { name: 'name', sorter: true },
        { name: 'keyWord', sorter: true },
        { name: 'punchTime', sorter: true, onCard: true },
        { name: 'salaryMoney', sorter: true, align: 'right', render: ({ salaryMoney }) => amount(salaryMoney) },
        {
          name: 'bonusMoney',
          sorter: true,
          align: 'right',
          optional: true,
          render: ({ bonusMoney }) => amount(bonusMoney),
        },
        { name: 'sex', sorter: true, options: sexes },
        { name: 'age', sorter: true, align: 'right' },
        { name: 'birthday', sorter: true },
        { name: 'email' },
        { name: 'content', optional: true },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        { name: 'createTime', optional: true, sorter: true },
      ]}
      filters={[
        <TextFilter key="name" name="name" />,
        <TextFilter key="word" name="keyWord" />,
        <ChoiceFilter key="sex" name="sex" options={sexes} />,
        <DaysFilter key="birthday" name="birthday" />,
        <AmountsFilter key="salary" name="salaryMoney" />,
      ]}
      below={
        <section className="pl-panel" aria-labelledby="demo-parts">
          <h2 id="demo-parts">{t('demo.parts')}</h2>
          <Facts
            facts={[
              [t('demo.parts.list'), t('demo.parts.listHint')],
              [t('demo.parts.form'), t('demo.parts.formHint')],
              [t('demo.parts.workbook'), t('demo.parts.workbookHint')],
              [t('demo.parts.rights'), t('demo.parts.rightsHint')],
              [t('demo.parts.rules'), t('demo.parts.rulesHint')],
              [t('demo.parts.stores'), t('demo.parts.storesHint')],
            ]}
          />
        </section>
      }
      form={{
        noun: 'noun.demo',
        fields: () => (
          <>
            <Field name="name">
              <Input autoComplete="off" />
            </Field>
            <Field name="keyWord">
              <Input autoComplete="off" />
            </Field>
            <Field name="punchTime" {...asText(WIRE)}>
              <DatePicker showTime style={wide} />
            </Field>
            <Field name="salaryMoney">
              <InputNumber min={0} precision={2} style={wide} />
            </Field>
            <Field name="bonusMoney">
              <InputNumber min={0} precision={2} style={wide} />
            </Field>
            <Field name="sex">
              <DictSelect code="sex" />
            </Field>
            <Field name="age">
              <InputNumber min={0} max={150} precision={0} style={wide} />
            </Field>
            <Field name="birthday" {...asText()}>
              <DatePicker style={wide} />
            </Field>
            <Field name="email">
              <Input type="email" autoComplete="off" />
            </Field>
            <Field name="content">
              <Input.TextArea rows={3} />
            </Field>
          </>
        ),
      }}
    />
  )
}

const amount = (value: number | null) => (value === null ? '—' : <Money value={value} />)
