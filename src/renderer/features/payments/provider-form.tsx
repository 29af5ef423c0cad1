import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Switch } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { changesOf } from '#renderer/ui/crud/form-changes.calc.ts'
import { useNewValues } from '#renderer/ui/form/use-new-values.ts'
import { AppError } from '#shared/core/errors.ts'
import {
  type ProviderSecrets,
  type ProviderSettings,
  type ProviderState,
  providerFields,
  type SecretName,
  type SettingName,
} from '#shared/features/payments/payment-providers.contract.ts'
import { PROVIDERS_KEY, WaitingChange } from './waiting-change.tsx'

/** Settings that are on or off. */
const SWITCHES = ['jsapi', 'h5', 'wap'] as const
const isSwitch = (name: string): name is (typeof SWITCHES)[number] => SWITCHES.some((one) => one === name)

/** A switch whose value is YES or NO. */
const asYesNo = {
  getValueProps: (value: unknown) => ({ checked: value === 'YES' }),
  getValueFromEvent: (isOn: boolean) => (isOn ? 'YES' : 'NO'),
}

/** Keys and certificates, which have several lines. */
const LONG: readonly string[] = ['platformKey', 'appCertificate', 'rootCertificate', 'privateKey']

interface Values {
  enabled: boolean
  settings: Partial<ProviderSettings>
  secrets: Partial<ProviderSecrets>
}

/** The settings of a store for one provider; those that were changed are saved together. */
export function ProviderForm({ orgCode, state }: { orgCode: string; state: ProviderState }) {
  const { t } = useText()
  const { provider, enabled, settings, notifyUrl, updateBy, updateTime } = state
  const { needs, may, secrets } = providerFields[provider]
  const [form] = Form.useForm<Values>()
  const paths = ['enabled', ...[...needs, ...may].map((name) => ['settings', name] as const)]
  const shown = useNewValues(form, { enabled, settings, secrets: {} }, paths)
  const save = useMutation({
    mutationFn: async (values: Values) => {
      // An empty key field leaves the stored key unchanged.
      const typed = Object.fromEntries(Object.entries(values.secrets ?? {}).filter(([, value]) => value))
      const before = shown.current
      const changed = changesOf({ enabled: values.enabled }, { enabled: before.enabled })
      const settings = changesOf(values.settings ?? {}, before.settings)
      await client.paymentProviders.edit({ body: { orgCode, provider, ...changed, settings, secrets: typed } })
      form.resetFields(['secrets'])
      await queryClient.invalidateQueries({ queryKey: [PROVIDERS_KEY] })
    },
    onError: (error) => {
      const field = error instanceof AppError ? error.details.field : undefined
      const section = secrets.includes(field as SecretName) ? 'secrets' : 'settings'
      if (field)
        form.setFields([{ name: [section, field] as ['settings', SettingName], errors: [textOfError(t, error)] }])
    },
  })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="pl-panel pl-payment-provider"
      initialValues={{ enabled, settings }}
      onFinish={(values) => save.mutate(values)}
      aria-label={t(`payments.provider.${provider}`)}
    >
      <header>
        <h2>{t(`payments.provider.${provider}`)}</h2>
        <Form.Item name="enabled" valuePropName="checked" noStyle>
          <Switch aria-label={t('paymentProvider.enabled')} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('paymentProvider.save')}
        </Button>
      </header>
      {provider === 'sandbox' ? (
        <p>{t('paymentProvider.sandboxHint')}</p>
      ) : (
        <>
          <p>{t('paymentProvider.what')}</p>
          <p>
            {t('paymentProvider.notifyUrl')}: {notifyUrl || t('paymentProvider.noNotifyUrl')}
          </p>
        </>
      )}
      {save.error ? <Alert type="error" showIcon title={textOfError(t, save.error)} /> : null}
      {state.waiting ? <WaitingChange provider={provider} change={state.waiting} /> : null}
      {[...needs, ...may].map((name) => (
        <Form.Item
          key={name}
          name={['settings', name]}
          label={t(`paymentProvider.${name}`)}
          {...(isSwitch(name) ? { ...asYesNo, extra: t(`paymentProvider.${name}Hint`) } : {})}
        >
          {isSwitch(name) ? (
            <Switch />
          ) : LONG.includes(name) ? (
            <Input.TextArea autoComplete="off" autoSize={{ minRows: 1, maxRows: 4 }} />
          ) : (
            <Input autoComplete="off" maxLength={64} />
          )}
        </Form.Item>
      ))}
      {secrets.map((name) => {
        const hint = t(state.secrets.includes(name) ? 'paymentProvider.set' : 'paymentProvider.unset')
        return (
          <Form.Item key={name} name={['secrets', name]} label={t(`paymentProvider.${name}`)}>
            {LONG.includes(name) ? (
              <Input.TextArea
                autoComplete="off"
                spellCheck={false}
                placeholder={hint}
                autoSize={{ minRows: 1, maxRows: 4 }}
              />
            ) : (
              <Input.Password autoComplete="new-password" placeholder={hint} maxLength={64} visibilityToggle={false} />
            )}
          </Form.Item>
        )
      })}
      {updateTime && updateBy ? <p>{t('paymentProvider.changed', { by: updateBy, at: updateTime })}</p> : null}
    </Form>
  )
}
