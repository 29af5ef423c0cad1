import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSupportContact } from '#renderer/core/support-contact.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { AppError } from '#shared/core/errors.ts'
import { PAYMENT_CODES_MAX, type SupportContact, support } from '#shared/features/system/support.contract.ts'
import './support-contact.css'

const Field = fieldsOf(bodyOf(support.edit))
const FOLDER = 'support'

/** Edits the operator's contact and payment details, which the contact support dialog shows to all stores. */
export function SupportContactPage() {
  const { t } = useText()
  const contact = useSupportContact(true)
  const isKnown = contact.data !== undefined && !contact.isPlaceholderData
  return (
    <div className="pl-page">
      <PageHead title={t('menu.support')} />
      {isKnown ? <ContactForm contact={contact.data as SupportContact} /> : null}
      {contact.error ? <ErrorBlock error={contact.error} retry={() => void contact.refetch()} /> : null}
      {!isKnown && !contact.error ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
    </div>
  )
}

function ContactForm({ contact }: { contact: SupportContact }) {
  const { t } = useText()
  const [form] = Form.useForm<SupportContact>()
  const saving = useMutation({
    mutationFn: async (body: SupportContact) => {
      const { message } = await client.support.edit({ body })
      await queryClient.invalidateQueries({ queryKey: ['support'] })
      return message
    },
    onError: (error) => {
      const field = error instanceof AppError ? error.details.field : undefined
      if (field && field in contact) form.setFields([{ name: [field], errors: [textOfError(t, error)] }] as never)
    },
  })
  return (
    <Form<SupportContact>
      form={form}
      layout="vertical"
      className="pl-support-form"
      initialValues={contact}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => saving.reset()}
      onFinish={(values) => saving.mutate(values)}
    >
      <section className="pl-panel" aria-labelledby="support-reached">
        <h2 id="support-reached">{t('support.reached')}</h2>
        <p>{t('support.reachedHint')}</p>
        <div className="pl-two">
          <Field name="phone" label="support.phone">
            <Input autoComplete="off" inputMode="tel" maxLength={32} />
          </Field>
          <Field name="hours" label="support.hours">
            <Input autoComplete="off" maxLength={100} placeholder={t('support.hoursExample')} />
          </Field>
          <Field name="wechat" label="support.wechat">
            <Input autoComplete="off" maxLength={64} />
          </Field>
          <Field name="address" label="support.address">
            <Input autoComplete="off" maxLength={200} />
          </Field>
        </div>
        <Field name="wechatPicture" label="support.wechatPicture">
          <PhotoField folder={FOLDER} />
        </Field>
      </section>
      <section className="pl-panel" aria-labelledby="support-paid">
        <h2 id="support-paid">{t('support.paid')}</h2>
        <p>{t('support.paidHint')}</p>
        <PaymentCodes />
        <div className="pl-two">
          <Field name="bankHolder" label="support.bankHolder">
            <Input autoComplete="off" maxLength={100} />
          </Field>
          <Field name="bankName" label="support.bankName">
            <Input autoComplete="off" maxLength={100} />
          </Field>
          <Field name="bankAccount" label="support.bankAccount">
            <Input autoComplete="off" maxLength={64} inputMode="numeric" />
          </Field>
        </div>
      </section>
      {saving.error ? <Alert type="error" showIcon title={textOfError(t, saving.error)} /> : null}
      <div className="pl-support-save">
        <Button type="primary" htmlType="submit" loading={saving.isPending}>
          {t('action.save')}
        </Button>
        <span role="status">{saving.data}</span>
      </div>
    </Form>
  )
}

/** The pictures of payment codes, each with its name. */
function PaymentCodes() {
  const { t } = useText()
  const required = (label: string) => [{ required: true, whitespace: true, message: t('crud.required', { label }) }]
  return (
    <Form.List name="paymentCodes">
      {(codes, { add, remove }) => (
        <>
          {codes.map(({ key, name }) => (
            <div key={key} className="pl-two pl-support-code">
              <Form.Item name={[name, 'title']} label={t('support.codeTitle')} rules={required(t('support.codeTitle'))}>
                <Input autoComplete="off" maxLength={40} placeholder={t('support.codeExample')} />
              </Form.Item>
              <div>
                <Form.Item
                  name={[name, 'picture']}
                  label={t('support.codePicture')}
                  rules={required(t('support.codePicture'))}
                >
                  <PhotoField folder={FOLDER} />
                </Form.Item>
                <Button danger onClick={() => remove(name)}>
                  {t('support.codeRemove')}
                </Button>
              </div>
            </div>
          ))}
          {codes.length < PAYMENT_CODES_MAX ? (
            <Button className="pl-support-add" onClick={() => add({ title: '', picture: '' })}>
              {t('support.codeAdd')}
            </Button>
          ) : null}
        </>
      )}
    </Form.List>
  )
}
