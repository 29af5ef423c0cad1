import { Button, Form, Input, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { WechatTarget } from '#shared/features/wechat/wechat-accounts.schema.ts'

interface TemplatesEditorProps {
  /** Our templates of messages by WeChat. */
  occasions: readonly { code: string; name: string }[]
}

/** Which template of WeChat each of our templates is sent by. */
export function TemplatesEditor({ occasions }: TemplatesEditorProps) {
  const { t } = useText()
  const targets = WechatTarget.options.map((value) => ({ value, label: t(`wechatAccount.${value}`) }))
  return (
    <>
      <h2>{t('wechatAccount.templates')}</h2>
      <p>{t('wechatAccount.templatesHint')}</p>
      {occasions.length === 0 ? <p>{t('wechatAccount.noOccasions')}</p> : null}
      <Form.List name="templates">
        {(templates, { add, remove }) => (
          <>
            {templates.map(({ key, name }) => (
              <div key={key} className="pl-wechat-template">
                <Form.Item name={[name, 'templateCode']} label={t('wechatAccount.templateCode')}>
                  <Select options={occasions.map((one) => ({ value: one.code, label: `${one.name} (${one.code})` }))} />
                </Form.Item>
                <Form.Item name={[name, 'templateId']} label={t('wechatAccount.templateId')}>
                  <Input maxLength={128} autoComplete="off" />
                </Form.Item>
                <Form.Item name={[name, 'target']} label={t('wechatAccount.target')}>
                  <Select options={[{ value: '', label: t('wechatAccount.noTarget') }, ...targets]} />
                </Form.Item>
                <FieldLines template={name} />
                <Button size="small" danger onClick={() => remove(name)}>
                  {t('wechatAccount.remove')}
                </Button>
              </div>
            ))}
            <Button
              disabled={occasions.length === 0}
              onClick={() => add({ templateId: '', target: '', fields: [{ name: '', value: '' }] })}
            >
              {t('wechatAccount.addTemplate')}
            </Button>
          </>
        )}
      </Form.List>
    </>
  )
}

function FieldLines({ template }: { template: number }) {
  const { t } = useText()
  return (
    <Form.List name={[template, 'fields']}>
      {(fields, { add, remove }) => (
        <div className="pl-wechat-fields">
          {fields.map(({ key, name }) => (
            <div key={key}>
              <Form.Item name={[name, 'name']} noStyle>
                <Input aria-label={t('wechatAccount.fieldName')} placeholder="thing1" maxLength={32} />
              </Form.Item>
              <Form.Item name={[name, 'value']} noStyle>
                <Input aria-label={t('wechatAccount.value')} placeholder={'$' + '{name}'} maxLength={200} />
              </Form.Item>
              <Button size="small" onClick={() => remove(name)} disabled={fields.length === 1}>
                {t('wechatAccount.remove')}
              </Button>
            </div>
          ))}
          <Button size="small" onClick={() => add({ name: '', value: '' })} disabled={fields.length >= 20}>
            {t('wechatAccount.addField')}
          </Button>
        </div>
      )}
    </Form.List>
  )
}
