import { Form, Input, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import {
  isRich,
  messageTemplateFields,
  messageTemplateResource,
  TemplateType,
} from '#shared/features/messages/message-templates.contract.ts'
import { RichText } from './rich-text.tsx'
import { TEST_JSON, toPlain, toRich } from './template-content.calc.ts'

/** The syntax of a variable. */
const VARIABLE = ['$', '{name}'].join('')

const Field = fieldsOf(messageTemplateFields, messageTemplateResource)

/** The fields of a template (spec §2, §4): the code cannot be changed later, and the type decides the format of the text. */
export function TemplateFields({ id }: { id: string | undefined }) {
  const { t } = useText()
  const isNew = id === undefined
  const form = Form.useFormInstance()
  const type = Form.useWatch<TemplateType | undefined>('templateType', form)
  const isRichNow = type !== undefined && isRich(type)
  const switchTo = (next: TemplateType) => {
    if (isRich(next) === isRichNow) return
    const text = String(form.getFieldValue('templateContent') ?? '')
    form.setFieldValue('templateContent', isRich(next) ? toRich(text) : toPlain(text))
  }
  return (
    <>
      <Field name="templateCode" wrong="template.codeWrong" check={isFree('sys_sms_template', 'template_code', id)}>
        <Input disabled={!isNew} autoComplete="off" />
      </Field>
      <Field name="templateName">
        <Input autoComplete="off" />
      </Field>
      <Field name="templateType">
        <Select
          options={TemplateType.options.map((value) => ({ value, label: t(`template.type.${value}`) }))}
          onChange={switchTo}
        />
      </Field>
      <Field name="templateContent" extra={t('template.contentHint', { variable: VARIABLE })}>
        {isRichNow ? <RichText label={t('template.content')} /> : <Input.TextArea rows={8} />}
      </Field>
      <Field name="templateTestJson">
        <Input.TextArea rows={2} placeholder={t('template.testJsonHint', { example: TEST_JSON })} />
      </Field>
    </>
  )
}
