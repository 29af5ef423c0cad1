import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Form, Input, Skeleton, Switch } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { muted, setMuted } from '#renderer/core/sounds.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { asText } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import type { Deputy } from '#shared/features/access/deputies.contract.ts'

const KEY = ['ownDeputy']
const TIME = 'YYYY-MM-DD HH:mm:ss'

/** The user's notifications: sounds on this screen, and the deputy during an absence. */
export function OwnNotices() {
  const { t } = useText()
  const platform = usePlatform()
  const isMuted = useLive(muted)
  const username = useSession(({ session }) => session?.userInfo.username ?? '')
  const deputy = useQuery({ queryKey: KEY, queryFn: () => deputyOf(username) })
  return (
    <section className="pl-panel" aria-labelledby="settings-notices">
      <h2 id="settings-notices">{t('account.notices')}</h2>
      {/* On a terminal the sound is one of its settings. */}
      {platform.settings ? null : (
        <ul className="pl-account-stores">
          <li>
            <span>
              {t('account.sound')}
              <small className="pl-account-hint">{t('account.soundHint')}</small>
            </span>
            <Switch aria-label={t('account.sound')} checked={!isMuted} onChange={(on) => setMuted(!on)} />
          </li>
        </ul>
      )}
      {deputy.isPending ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {deputy.error ? <ErrorBlock error={deputy.error} retry={() => void deputy.refetch()} /> : null}
      {deputy.data === undefined ? null : (
        <DeputyForm key={deputy.data?.id ?? ''} username={username} deputy={deputy.data} />
      )}
    </section>
  )
}

/** The user's deputy, or null. */
async function deputyOf(userName: string): Promise<Deputy | null> {
  try {
    return (await client.deputies.queryByUserName({ query: { userName } })).result
  } catch (error) {
    if (error instanceof AppError && error.code === 'common.recordNotFound') return null
    throw error
  }
}

interface Values {
  agentUserName: string
  startTime: string
  endTime: string
  isOn: boolean
}

function DeputyForm({ username, deputy }: { username: string; deputy: Deputy | null }) {
  const { t } = useText()
  const [form] = Form.useForm<Values>()
  const saving = useMutation({
    mutationFn: async ({ isOn, ...values }: Values) => {
      const body = { ...values, status: isOn ? ('1' as const) : ('0' as const) }
      const { message } = deputy
        ? await client.deputies.edit({ body: { ...body, id: deputy.id } })
        : await client.deputies.add({ body: { ...body, userName: username } })
      await queryClient.invalidateQueries({ queryKey: KEY })
      return message
    },
  })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="pl-account-form"
      initialValues={{
        agentUserName: deputy?.agentUserName ?? '',
        startTime: deputy?.startTime ?? '',
        endTime: deputy?.endTime ?? '',
        isOn: deputy?.status !== '0',
      }}
      onValuesChange={() => saving.reset()}
      onFinish={(values) => saving.mutate(values)}
    >
      <Form.Item
        name="agentUserName"
        label={t('deputy.deputy')}
        extra={t('account.deputyHint')}
        rules={[{ required: true, whitespace: true, message: t('crud.required', { label: t('deputy.deputy') }) }]}
      >
        <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <div className="pl-two">
        <Form.Item name="startTime" label={t('deputy.from')} {...asText(TIME)}>
          <DatePicker showTime style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="endTime" label={t('deputy.until')} {...asText(TIME)}>
          <DatePicker showTime style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="isOn" label={t('deputy.status')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <div className="pl-account-save">
        <Button htmlType="submit" loading={saving.isPending}>
          {t('account.deputySave')}
        </Button>
        <span role="status" className={saving.error ? 'pl-account-bad' : 'pl-account-good'}>
          {saving.error ? textOfError(t, saving.error) : saving.data}
        </span>
      </div>
    </Form>
  )
}
