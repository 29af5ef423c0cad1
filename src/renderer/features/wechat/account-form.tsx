import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Select, Switch } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { changesOf } from '#renderer/ui/crud/form-changes.calc.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { useNewValues } from '#renderer/ui/form/use-new-values.ts'
import { AppError } from '#shared/core/errors.ts'
import type { WechatAccountState } from '#shared/features/wechat/wechat-accounts.contract.ts'
import {
  CallbackMode,
  secretsOf,
  type WechatSecrets,
  type WechatSettings,
  WechatTarget,
} from '#shared/features/wechat/wechat-accounts.schema.ts'
import { cleanMenu, MenuEditor } from './menu-editor.tsx'
import { TemplatesEditor } from './templates-editor.tsx'

/** Query key of the accounts. */
export const ACCOUNTS_KEY = 'wechatAccounts'

type Values = WechatSettings & { secrets?: Partial<WechatSecrets> }

interface AccountFormProps {
  orgCode: string
  account: WechatAccountState
  occasions: readonly { code: string; name: string }[]
}

const PATHS = [
  ...(['enabled', 'sandbox', 'appId', 'callbackMode', 'jsPages', 'menu', 'templates'] as const),
  ...WechatTarget.options.map((target) => ['pages', target] as const),
]

/** The settings as the call takes them. */
const bodyOf = ({ menu = [], jsPages = [], pages: _, secrets: __, ...values }: Partial<Values>) => ({
  ...values,
  menu: cleanMenu(menu),
  jsPages: jsPages.map((page) => page.trim()).filter(Boolean),
})

/** The path in the form of a field that the server names, such as `menu.0.url`. */
const pathOf = (field: string, secrets: readonly string[]): (string | number)[] =>
  secrets.includes(field)
    ? ['secrets', field]
    : field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The settings of an account; those that were changed are saved together. */
export function AccountForm({ orgCode, account, occasions }: AccountFormProps) {
  const { t } = useText()
  const ask = useQuestion()
  const { kind, callbackUrl, menuPublishTime, updateBy, updateTime, secrets: set, ...settings } = account
  const isOfficial = kind === 'official'
  const secrets = secretsOf[kind]
  const [form] = Form.useForm<Values>()
  const shown = useNewValues<Values>(form, settings, PATHS)
  const refresh = () => queryClient.invalidateQueries({ queryKey: [ACCOUNTS_KEY] })
  const accountKey = { orgCode, kind }

  const save = useMutation({
    mutationFn: async (values: Values) => {
      // An empty secret leaves the stored one unchanged.
      const typed = Object.fromEntries(Object.entries(values.secrets ?? {}).filter(([, value]) => value))
      const before = shown.current
      const changed = changesOf(bodyOf(values), bodyOf(before))
      const pages = changesOf(values.pages ?? {}, before.pages)
      await client.wechatAccounts.edit({ body: { ...accountKey, ...changed, pages, secrets: typed } })
      form.resetFields(['secrets'])
      await refresh()
    },
    onError: (error) => {
      const field = error instanceof AppError ? error.details.field : undefined
      if (!field) return
      const name = pathOf(field, secrets)
      form.setFields([{ name: name as ['appId'], errors: [textOfError(t, error)] }])
      form.scrollToField(name as ['appId'], { block: 'center' })
    },
  })
  const check = useMutation({ mutationFn: () => client.wechatAccounts.check({ body: accountKey }) })
  const publish = useMutation({
    mutationFn: () => client.wechatAccounts.publishMenu({ body: accountKey }),
    onSettled: refresh,
  })
  const error = save.error ?? check.error ?? publish.error
  const done = check.data?.message ?? publish.data?.message
  const askToPublish = () =>
    ask({
      title: t('wechatAccount.publishMenu'),
      content: t('wechatAccount.publishAsk'),
      ok: t('wechatAccount.publishMenu'),
      onOk: () => publish.mutateAsync().catch(() => undefined),
    })

  return (
    <Form<Values>
      // Both accounts have forms on this page, whose fields need different ids.
      name={`wechat-${kind}`}
      form={form}
      layout="vertical"
      requiredMark={false}
      className="pl-wechat-account"
      initialValues={settings}
      onFinish={(values) => {
        check.reset()
        publish.reset()
        save.mutate(values)
      }}
      aria-label={t(`wechatAccount.kind.${kind}`)}
    >
      <header>
        <Form.Item name="enabled" valuePropName="checked" noStyle>
          <Switch aria-label={t('wechatAccount.enabled')} />
        </Form.Item>
        <span>{t('wechatAccount.enabled')}</span>
        <span className="pl-wechat-changed">
          {updateTime && updateBy ? t('wechatAccount.changed', { by: updateBy, at: updateTime }) : null}
        </span>
        <Button onClick={() => check.mutate()} loading={check.isPending}>
          {t('wechatAccount.check')}
        </Button>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('wechatAccount.save')}
        </Button>
      </header>
      <div aria-live="polite">
        {error ? <Alert type="error" showIcon title={textOfError(t, error)} /> : null}
        {!error && done ? <Alert type="success" showIcon title={done} /> : null}
        {account.sandbox ? <Alert type="warning" showIcon title={t('wechatAccount.sandboxOn')} /> : null}
      </div>
      <div className="pl-wechat-parts">
        <section className="pl-panel">
          <h2>{t('wechatAccount.kind')}</h2>
          <p>{t('wechatAccount.what')}</p>
          <Form.Item name="appId" label={t('wechatAccount.appId')}>
            <Input autoComplete="off" maxLength={18} />
          </Form.Item>
          {secrets.map((name) => (
            <Form.Item key={name} name={['secrets', name]} label={t(`wechatAccount.${name}`)}>
              <Input.Password
                autoComplete="new-password"
                placeholder={t(set.includes(name) ? 'wechatAccount.set' : 'wechatAccount.unset')}
                maxLength={64}
                visibilityToggle={false}
              />
            </Form.Item>
          ))}
          {isOfficial ? (
            <>
              <Form.Item name="callbackMode" label={t('wechatAccount.callbackMode')}>
                <Select
                  options={CallbackMode.options.map((value) => ({
                    value,
                    label: t(`wechatAccount.callbackMode.${value}`),
                  }))}
                />
              </Form.Item>
              <p>
                {t('wechatAccount.callbackUrl')}: {callbackUrl || t('wechatAccount.noCallbackUrl')}
              </p>
            </>
          ) : null}
          <Form.Item
            name="sandbox"
            label={t('wechatAccount.sandbox')}
            valuePropName="checked"
            extra={t('wechatAccount.sandboxHint')}
          >
            <Switch />
          </Form.Item>
        </section>
        <section className="pl-panel">
          <h2>{t('wechatAccount.pages')}</h2>
          <p>{t(`wechatAccount.pagesHint.${kind}`)}</p>
          {WechatTarget.options.map((target) => (
            <Form.Item key={target} name={['pages', target]} label={t(`wechatAccount.${target}`)}>
              <Input autoComplete="off" maxLength={512} />
            </Form.Item>
          ))}
          {isOfficial ? (
            <Form.Item
              name="jsPages"
              label={t('wechatAccount.jsPages')}
              extra={t('wechatAccount.jsPagesHint')}
              getValueProps={(value?: string[]) => ({ value: value?.join('\n') ?? '' })}
              normalize={(typed: string) => typed.split('\n')}
            >
              <Input.TextArea autoSize={{ minRows: 1, maxRows: 5 }} />
            </Form.Item>
          ) : null}
        </section>
        {isOfficial ? (
          <section className="pl-panel">
            <MenuEditor
              publishedAt={menuPublishTime}
              isPublishing={publish.isPending}
              canPublish={account.menu.length > 0}
              onPublish={askToPublish}
            />
          </section>
        ) : null}
        <section className="pl-panel">
          <TemplatesEditor occasions={occasions} />
        </section>
      </div>
    </Form>
  )
}
