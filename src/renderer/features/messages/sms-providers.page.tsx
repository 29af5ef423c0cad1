import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, Segmented, Select, Skeleton, Switch } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { changesOf } from '#renderer/ui/crud/form-changes.calc.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { useNewValues } from '#renderer/ui/form/use-new-values.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { AppError } from '#shared/core/errors.ts'
import {
  SmsProviderName,
  type SmsProviderSettings,
  smsProviderFields,
  type smsProviders,
} from '#shared/features/messages/sms-providers.contract.ts'
import './messages.css'

type State = (typeof smsProviders)['query']['result']['_output']

const KEY = 'smsProvider'

/** The SMS provider of a chain or store. The key is write-only. */
export function SmsProvidersPage() {
  const { t } = useText()
  const [orgCode, choose] = useState<string | undefined>()
  const query = useQuery({
    queryKey: [KEY, orgCode ?? ''],
    queryFn: async () => (await client.smsProviders.query({ query: { orgCode } })).result,
  })
  const state = query.data
  return (
    <div className="pl-page">
      <PageHead title={t('menu.smsProviders')}>
        {state && state.stores.length > 1 ? (
          <Select
            aria-label={t('smsProvider.orgCode')}
            className="pl-filter"
            value={state.orgCode}
            onChange={choose}
            options={state.stores.map((store) => ({ value: store.orgCode, label: store.departName }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        ) : null}
      </PageHead>
      {query.isPending ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      {query.error ? <ErrorBlock error={query.error} retry={() => void query.refetch()} /> : null}
      {state ? <ProviderForm key={state.orgCode} state={state} /> : null}
      {state?.provider ? <TestForm state={state} /> : null}
    </div>
  )
}

interface Values {
  provider: SmsProviderName
  enabled: boolean
  settings?: SmsProviderSettings
  secret?: string
  templates?: { templateCode: string; providerCode: string; params?: string[] }[]
}

const PATHS = [
  ...(['provider', 'enabled', 'templates'] as const),
  ...(['keyId', 'signName', 'appId', 'region'] as const).map((name) => ['settings', name] as const),
]

/** What the call takes, apart from the key. */
function bodyOf({ provider, enabled, settings = {}, templates = [] }: Partial<Values>) {
  const { needs, may } = smsProviderFields[provider ?? 'aliyun']
  const given = [...needs, ...may].flatMap((name) => (settings[name] ? [[name, settings[name]]] : []))
  return {
    provider,
    enabled,
    settings: Object.fromEntries(given),
    templates: templates.map((row) => ({ ...row, params: row.params ?? [] })),
  }
}

function ProviderForm({ state }: { state: State }) {
  const { t } = useText()
  const { message } = App.useApp()
  const { orgCode, provider, enabled, settings, hasSecret, templates, updateBy, updateTime } = state
  const [form] = Form.useForm<Values>()
  const stored = { provider: provider ?? 'aliyun', enabled, settings, templates }
  const shown = useNewValues<Values>(form, stored, PATHS)
  const chosen = Form.useWatch<SmsProviderName | undefined>('provider', form) ?? provider ?? 'aliyun'
  const fields = smsProviderFields[chosen]
  const save = useMutation({
    mutationFn: async (values: Values) => {
      const { secret = '' } = values
      const body = bodyOf(values)
      const before = bodyOf(shown.current)
      const isOther = provider === null || body.provider !== before.provider
      // The key is of one provider, and is sent with it.
      const base = secret === '' ? before : { ...before, provider: null }
      // Another provider takes nothing over: all that the user sees is sent.
      const changed = isOther ? body : changesOf(body, base, [['provider', 'settings']])
      const answer = await client.smsProviders.edit({ body: { orgCode, ...changed, secret } })
      form.resetFields(['secret'])
      void message.success(answer.message)
      await queryClient.invalidateQueries({ queryKey: [KEY] })
    },
    onError: (error) => {
      const field = error instanceof AppError ? error.details.field : undefined
      if (typeof field !== 'string') return
      const name = field === 'secret' || field === 'provider' ? [field] : ['settings', field]
      form.setFields([{ name: name as never, errors: [textOfError(t, error)] }])
    },
  })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="pl-panel pl-sms-provider"
      initialValues={stored}
      onFinish={(values) => save.mutate(values)}
    >
      <p>{t('smsProvider.what')}</p>
      {save.error ? <Alert type="error" showIcon title={textOfError(t, save.error)} /> : null}
      <Form.Item name="provider" label={t('smsProvider.provider')}>
        <Segmented
          options={SmsProviderName.options.map((value) => ({ value, label: t(`smsProvider.provider.${value}`) }))}
        />
      </Form.Item>
      {chosen === 'sandbox' ? <Alert type="warning" showIcon title={t('smsProvider.sandboxHint')} /> : null}
      <Form.Item name="enabled" label={t('smsProvider.enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {[...fields.needs, ...fields.may].map((name) => (
        <Form.Item key={name} name={['settings', name]} label={t(`smsProvider.${name}`)}>
          <Input autoComplete="off" maxLength={128} />
        </Form.Item>
      ))}
      {fields.hasSecret ? (
        <Form.Item name="secret" label={t('smsProvider.secret')}>
          <Input.Password
            autoComplete="new-password"
            visibilityToggle={false}
            maxLength={256}
            placeholder={t(hasSecret && chosen === provider ? 'paymentProvider.set' : 'paymentProvider.unset')}
          />
        </Form.Item>
      ) : null}
      <h2>{t('smsProvider.templates')}</h2>
      <p>{t('smsProvider.templatesHint')}</p>
      <Form.List name="templates">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <div key={key} className="pl-sms-template">
                <Form.Item
                  name={[name, 'templateCode']}
                  label={t('smsProvider.templateCode')}
                  rules={[{ required: true }]}
                >
                  <Input autoComplete="off" maxLength={64} placeholder="mass.message" />
                </Form.Item>
                <Form.Item
                  name={[name, 'providerCode']}
                  label={t('smsProvider.providerCode')}
                  rules={[{ required: true }]}
                >
                  <Input autoComplete="off" maxLength={64} placeholder="SMS_123456789" />
                </Form.Item>
                <Form.Item name={[name, 'params']} label={t('smsProvider.params')}>
                  <Select
                    mode="tags"
                    open={false}
                    suffixIcon={null}
                    tokenSeparators={[',', ' ']}
                    placeholder="title, content"
                  />
                </Form.Item>
                <Button danger onClick={() => remove(name)}>
                  {t('action.delete')}
                </Button>
              </div>
            ))}
            <Button onClick={() => add({ templateCode: '', providerCode: '', params: [] })}>
              {t('smsProvider.addTemplate')}
            </Button>
          </>
        )}
      </Form.List>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {t('action.save')}
      </Button>
      {updateTime ? <p>{t('paymentProvider.changed', { by: updateBy, at: updateTime })}</p> : null}
    </Form>
  )
}

/** Sends one SMS by what is stored, and shows the provider's answer. */
function TestForm({ state: { orgCode, templates } }: { state: State }) {
  const { t } = useText()
  const test = useMutation({
    mutationFn: async (values: { phone: string; templateCode: string }) =>
      (await client.smsProviders.test({ body: { orgCode, ...values } })).result,
  })
  return (
    <Form
      layout="inline"
      className="pl-panel pl-sms-provider"
      onFinish={(values: { phone: string; templateCode: string }) => test.mutate(values)}
    >
      <Form.Item name="templateCode" rules={[{ required: true }]}>
        <Select
          aria-label={t('smsProvider.templateCode')}
          placeholder={t('smsProvider.templateCode')}
          style={{ minWidth: 200 }}
          options={templates.map(({ templateCode }) => ({ value: templateCode, label: templateCode }))}
        />
      </Form.Item>
      <Form.Item name="phone" rules={[{ required: true, pattern: /^\+?\d{5,15}$/ }]}>
        <Input
          aria-label={t('smsProvider.phone')}
          placeholder={t('smsProvider.phone')}
          inputMode="tel"
          maxLength={16}
        />
      </Form.Item>
      <Button htmlType="submit" loading={test.isPending}>
        {t('smsProvider.test')}
      </Button>
      {test.error ? <Alert type="error" showIcon title={textOfError(t, test.error)} /> : null}
      {test.data ? <Alert type={test.data.isSent ? 'success' : 'error'} showIcon title={test.data.answer} /> : null}
    </Form>
  )
}
