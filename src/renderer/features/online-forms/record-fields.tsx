import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, DatePicker, Form, Input, InputNumber, Select, type SelectProps, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { VehiclePickerField } from '#renderer/features/vehicles/index.ts'
import { asText, DictSelect } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { labelOf, liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import type { FormDefinition, FormField, SubTable } from '#shared/features/online-forms/online-form.schema.ts'
import { STORES, USERS } from './references.ts'
import './record-fields.css'

/** Several choices as one text on the wire. */
const asJoined = {
  getValueProps: (value: unknown) => ({ value: typeof value === 'string' && value !== '' ? value.split(',') : [] }),
  normalize: (value: unknown) => (Array.isArray(value) ? value.join(',') : ''),
}

const isSwitch = { valuePropName: 'checked' }

/** How a form item binds a type's control to the value on the wire. */
function bindingOf({ type }: FormField): object {
  if (type === 'date') return asText()
  if (type === 'time') return asText('YYYY-MM-DD HH:mm:ss')
  if (type === 'choices') return asJoined
  return type === 'switch' ? isSwitch : {}
}

/** Chooses from a dictionary, or from the field's own options. */
function Choice({ field, ...select }: SelectProps & { field: FormField }) {
  const { locale } = useText()
  const search = { optionFilterProp: 'label' }
  if (field.dictionary !== '') return <DictSelect code={field.dictionary} showSearch={search} {...select} />
  const options = field.options.map((one) => ({ value: one.value, label: labelOf(one, locale) }))
  return <Select allowClear options={options} showSearch={search} {...select} />
}

function controlOf(field: FormField): ReactNode {
  const { type, length, min, max } = field
  switch (type) {
    case 'text':
      return <Input maxLength={length ?? 200} autoComplete="off" />
    case 'phone':
      return <Input maxLength={20} autoComplete="off" inputMode="tel" />
    case 'longText':
      return <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={length ?? 2000} />
    case 'number':
      return <InputNumber className="pl-record-number" min={min ?? undefined} max={max ?? undefined} />
    case 'money':
      return (
        <InputNumber
          className="pl-record-number"
          prefix="¥"
          precision={2}
          min={min ?? undefined}
          max={max ?? undefined}
        />
      )
    case 'date':
      return <DatePicker className="pl-record-number" />
    case 'time':
      return <DatePicker className="pl-record-number" showTime />
    case 'switch':
      return <Switch />
    case 'choice':
      return <Choice field={field} />
    case 'choices':
      return <Choice field={field} mode="multiple" />
    case 'member':
      return <MemberPickerField />
    case 'vehicle':
      return <VehiclePickerField />
    case 'user':
      return <DictSelect code={USERS} showSearch={{ optionFilterProp: 'label' }} />
    case 'store':
      return <DictSelect code={STORES} showSearch={{ optionFilterProp: 'label' }} />
    case 'picture':
      return <PhotoField folder="forms" />
  }
}

interface FieldItemProps {
  field: FormField
  name: string | (string | number)[]
  /** Shows the label for screen readers only, as in the cell of a table. */
  inCell?: boolean
}

function FieldItem({ field, name, inCell = false }: FieldItemProps) {
  const { t, locale } = useText()
  const label = labelOf(field, locale)
  if (field.fillRule !== '') {
    return inCell ? (
      <span className="pl-record-filled">{t('form.filledOnSave')}</span>
    ) : (
      <Form.Item label={label}>
        <span className="pl-record-filled">{t('form.filledOnSave')}</span>
      </Form.Item>
    )
  }
  return (
    <Form.Item
      name={name}
      label={label}
      className={inCell ? 'pl-record-cell' : ''}
      rules={[{ required: field.required, message: t('form.missing', { label }), whitespace: field.type === 'text' }]}
      {...bindingOf(field)}
    >
      {controlOf(field)}
    </Form.Item>
  )
}

/** The rows of a sub-table, which can be added and removed. */
function SubTableRows({ table }: { table: SubTable }) {
  const { t, locale } = useText()
  const fields = liveFields(table.fields).filter(({ hidden }) => !hidden)
  const label = labelOf(table, locale)
  return (
    <Form.List name={table.key}>
      {(rows, { add, remove }) => (
        <fieldset className="pl-record-rows">
          <legend>{label}</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className="pl-record-row">
              {fields.map((field) => (
                <FieldItem key={field.key} field={field} name={[name, field.key]} inCell />
              ))}
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('form.removeRow', { row: name + 1 })}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined />} disabled={rows.length >= table.maxRows} onClick={() => add({})}>
            {t('form.addRow', { name: label })}
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

/** The fields of a record's form; also the preview of the builder. */
export function RecordFields({ definition }: { definition: FormDefinition }) {
  const shown = liveFields(definition.fields).filter(({ hidden }) => !hidden)
  return (
    <>
      <div className="pl-record-fields">
        {shown.map((field) => (
          <FieldItem key={field.key} field={field} name={field.key} />
        ))}
      </div>
      {definition.subTables
        .filter(({ retired }) => !retired)
        .map((table) => (
          <SubTableRows key={table.key} table={table} />
        ))}
    </>
  )
}
