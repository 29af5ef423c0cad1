import { Button, DatePicker, Form, Input, Radio, Skeleton } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ReactNode, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { OwnNotices } from './own-notices.tsx'
import { OwnPicture } from './own-picture.tsx'
import { OwnSignIns } from './own-sign-ins.tsx'
import { useProfile } from './use-profile.ts'
import './account.css'

/** Personal settings (spec §2, `account-settings-base`): profile, passwords, sign-ins and notifications. */
export const AccountSettingsPage = () => (
  <SettingsPage>
    <BaseSettings />
    <div className="pl-account-side">
      <Passwords />
      <Bindings />
      <OwnNotices />
    </div>
  </SettingsPage>
)

/** The API family's menus split the settings into separate pages. */
export const SecuritySettingsPage = () => (
  <SettingsPage>
    <Passwords />
    <OwnSignIns />
  </SettingsPage>
)

export const BindingSettingsPage = () => (
  <SettingsPage>
    <Bindings />
  </SettingsPage>
)

export const NotificationSettingsPage = () => (
  <SettingsPage>
    <OwnNotices />
  </SettingsPage>
)

export function AppearanceSettingsPage() {
  const { t } = useText()
  return (
    <SettingsPage>
      <section className="pl-panel">
        <h2>{t('layout.title')}</h2>
        {useFrame().appearance}
      </section>
    </SettingsPage>
  )
}

function SettingsPage({ children }: { children: ReactNode }) {
  const { t } = useText()
  return (
    <div className="pl-page">
      <PageHead title={t('own.settings')} />
      <div className="pl-account">{children}</div>
    </div>
  )
}

function BaseSettings() {
  const { t } = useText()
  const profile = useProfile()
  return (
    <section className="pl-panel" aria-labelledby="settings-profile">
      <h2 id="settings-profile">{t('account.profile')}</h2>
      {profile.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {profile.error ? <ErrorBlock error={profile.error} retry={() => void profile.refetch()} /> : null}
      {profile.data ? (
        <>
          <OwnPicture avatar={profile.data.avatar} name={profile.data.realname} />
          <ProfileForm profile={profile.data} />
        </>
      ) : null}
    </section>
  )
}

function Passwords() {
  const { t } = useText()
  const { account } = useFrame()
  const profile = useProfile()
  const open = (key: string) => account.find((entry) => entry.key === key)?.onClick
  return (
    <section className="pl-panel" aria-labelledby="settings-security">
      <h2 id="settings-security">{t('account.security')}</h2>
      <ul className="pl-account-stores">
        <Secret name={t('own.password')} hint={t('account.passwordHint')} onChange={open('password')} />
        <Secret
          name={t('own.refundPassword')}
          hint={profile.data ? t(profile.data.hasRefundPassword ? 'account.refundSet' : 'account.refundUnset') : ''}
          onChange={open('refundPassword')}
        />
        <Secret
          name={t('own.cashierPassword')}
          hint={profile.data ? t(profile.data.hasCashierPassword ? 'account.cashierSet' : 'account.cashierUnset') : ''}
          onChange={open('cashierPassword')}
        />
      </ul>
    </section>
  )
}

/** The phone for sign-in and password reset; only an account administrator can change it. */
function Bindings() {
  const { t } = useText()
  const { data } = useProfile()
  return (
    <section className="pl-panel" aria-labelledby="settings-binding">
      <h2 id="settings-binding">{t('account.binding')}</h2>
      {data ? (
        <ul className="pl-account-stores">
          <li>
            <span>
              {t('account.phone')}
              <small className="pl-account-hint">{t('account.phoneHint')}</small>
            </span>
            <span>{data.phone || t('account.none')}</span>
          </li>
        </ul>
      ) : (
        <Skeleton active paragraph={{ rows: 1 }} />
      )}
    </section>
  )
}

function Secret({ name, hint, onChange }: { name: string; hint: string; onChange: (() => void) | undefined }) {
  const { t } = useText()
  return (
    <li>
      <span>
        {name}
        <small className="pl-account-hint">{hint}</small>
      </span>
      <Button aria-label={name} onClick={onChange}>
        {t('account.change')}
      </Button>
    </li>
  )
}

interface Fields {
  realname: string
  nickname: string
  sex: number | null
  birthday: Dayjs | null
  email: string
}

type Profile = NonNullable<ReturnType<typeof useProfile>['data']>

function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useText()
  const [form] = Form.useForm<Fields>()
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ isWell: boolean; text: string } | null>(null)

  const save = async ({ realname, nickname, sex, birthday, email }: Fields) => {
    setBusy(true)
    setNotice(null)
    try {
      const names = { realname: realname.trim(), nickname: nickname.trim() }
      const body = { ...names, sex, birthday: birthday?.format('YYYY-MM-DD') ?? null, email }
      const answer = await client.account.editProfile({
        body: body as Parameters<typeof client.account.editProfile>[0]['body'],
      })
      const { session, set } = useSession.getState()
      if (session) set({ ...session, userInfo: { ...session.userInfo, ...names } })
      await queryClient.invalidateQueries({ queryKey: ['profile'] })
      setNotice({ isWell: true, text: answer.message })
    } catch (error) {
      setNotice({ isWell: false, text: textOfError(t, error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={save}
      onValuesChange={() => setNotice(null)}
      className="pl-account-form"
      initialValues={{
        realname: profile.realname,
        nickname: profile.nickname,
        sex: profile.sex,
        birthday: profile.birthday ? dayjs(profile.birthday) : null,
        email: profile.email,
      }}
    >
      <Form.Item
        name="realname"
        label={t('account.realname')}
        rules={[{ required: true, whitespace: true, message: t('account.realnameRequired') }]}
      >
        <Input maxLength={64} autoComplete="name" />
      </Form.Item>
      <Form.Item name="nickname" label={t('account.nickname')} extra={t('account.nicknameHint')}>
        <Input maxLength={64} autoComplete="nickname" />
      </Form.Item>
      <Form.Item name="sex" label={t('account.sex')}>
        <Radio.Group
          options={[
            { value: 1, label: t('sex.1') },
            { value: 2, label: t('sex.2') },
          ]}
        />
      </Form.Item>
      <Form.Item name="birthday" label={t('account.birthday')}>
        <DatePicker maxDate={dayjs()} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="email" label={t('account.email')} rules={[{ type: 'email', message: t('account.emailBad') }]}>
        <Input type="email" maxLength={128} autoComplete="email" />
      </Form.Item>
      <div className="pl-account-save">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('action.save')}
        </Button>
        <span role="status" className={notice?.isWell === false ? 'pl-account-bad' : 'pl-account-good'}>
          {notice?.text}
        </span>
      </div>
    </Form>
  )
}
