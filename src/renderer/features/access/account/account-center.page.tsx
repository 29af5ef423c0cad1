import { Button, Skeleton } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PersonPicture } from '#renderer/ui/display/person-picture.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { OwnSignIns } from './own-sign-ins.tsx'
import { useProfile } from './use-profile.ts'
import './account.css'

/** The personal centre (spec §2): the user's profile, stores, and account actions. */
export function AccountCenterPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const { account } = useFrame()
  const session = useSession((state) => state.session)
  const profile = useProfile()
  const me = profile.data
  const none = t('account.none')

  return (
    <div className="pl-page">
      <PageHead title={t('own.center')}>
        <Button type="primary" onClick={() => navigate('/account/settings/Index')}>
          {t('account.edit')}
        </Button>
      </PageHead>
      <div className="pl-account">
        <section className="pl-panel" aria-label={t('account.profile')}>
          {profile.isPending ? <Skeleton active avatar paragraph={{ rows: 4 }} /> : null}
          {profile.error ? <ErrorBlock error={profile.error} retry={() => void profile.refetch()} /> : null}
          {me ? (
            <>
              <div className="pl-account-head">
                <PersonPicture avatar={me.avatar} name={me.realname} size={64} />
                <div>
                  <h2>{me.realname}</h2>
                  <span>{me.rolesname || none}</span>
                </div>
              </div>
              <dl className="pl-account-facts">
                <Fact name={t('account.username')} value={me.username} />
                <Fact name={t('account.phone')} value={me.phone || none} />
                <Fact name={t('account.email')} value={me.email || none} />
                <Fact name={t('account.sex')} value={me.sex ? t(me.sex === 1 ? 'sex.1' : 'sex.2') : none} />
                <Fact name={t('account.birthday')} value={me.birthday || none} />
                <Fact name={t('account.post')} value={me.post || none} />
              </dl>
            </>
          ) : null}
        </section>
        <div className="pl-account-side">
          <section className="pl-panel" aria-labelledby="account-stores">
            <h2 id="account-stores">{t('account.stores')}</h2>
            <ul className="pl-account-stores">
              {session?.departs.map((store) => (
                <li key={store.orgCode}>
                  <span>
                    {store.departName} <small>{store.orgCode}</small>
                  </span>
                  {store.orgCode === session.userInfo.orgCode ? (
                    <ToneTag tone="success">{t('account.currentStore')}</ToneTag>
                  ) : null}
                </li>
              ))}
            </ul>
            {(session?.departs.length ?? 0) > 1 ? (
              <Button onClick={account.find((entry) => entry.key === 'store')?.onClick}>{t('user.switchStore')}</Button>
            ) : null}
          </section>
          <OwnSignIns />
        </div>
      </div>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
