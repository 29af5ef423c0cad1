import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minuteOf } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { underKey } from '#member/core/pending-key.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'
import type { MemberOwn } from '#shared/features/member-page/member-own.contract.ts'
import { OwnData } from './own-data.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnPicture } from './own-picture.tsx'
import { ActNotice, useOwnAct } from './use-own-act.tsx'

/** The own data, consents, consumption password, and the request to be deleted. */
export function OwnPage() {
  const own = useQuery({ queryKey: ['own'], queryFn: async () => (await client.memberOwn.own()).result })
  return (
    <Answered query={own}>
      {(data) => (
        <>
          <OwnData own={data} />
          <OwnPicture own={data} />
          <OwnPassword hasPassword={data.hasPassword} />
          <SmsConsent consent={data.messageConsent} />
          <Consents own={data} />
          <Deletion own={data} />
        </>
      )}
    </Answered>
  )
}

/** Whether the store may send SMS by itself. Who was never asked can agree or opt out. */
function SmsConsent({ consent }: { consent: MemberOwn['messageConsent'] }) {
  const { t } = useText()
  const agree = useOwnAct(() => client.memberOwn.edit({ body: { messageConsent: 'YES' } }))
  const stop = useOwnAct(() => client.memberOwn.edit({ body: { messageConsent: 'NO' } }))
  const isBusy = agree.isPending || stop.isPending
  return (
    <section className="m-stack">
      <h2 className="m-title">{t('memberOwn.sms')}</h2>
      <p className="m-hint">{t(`memberOwn.sms.${consent === '' ? 'none' : consent}`)}</p>
      <ActNotice act={agree.error ? agree : stop.error ? stop : { error: null, isSuccess: false }} />
      {consent === 'YES' ? null : (
        <Button kind="plain" isBusy={isBusy} onPress={() => agree.mutate()}>
          {t('memberOwn.smsAgree')}
        </Button>
      )}
      {consent === 'NO' ? null : (
        <Button kind="plain" isBusy={isBusy} onPress={() => stop.mutate()}>
          {t('memberOwn.smsStop')}
        </Button>
      )}
    </section>
  )
}

function Consents({ own: { signatures, faceSince } }: { own: MemberOwn }) {
  const { t } = useText()
  const withdraw = useOwnAct(() => client.memberOwn.withdrawFace())
  return (
    <section className="m-stack">
      <h2 className="m-title">{t('memberOwn.consents')}</h2>
      {signatures.length === 0 ? (
        <Empty text={t('memberOwn.noConsents')} />
      ) : (
        <Rows
          rows={signatures.map(({ title, version, signTime }) => ({
            key: `${title} ${version} ${signTime}`,
            title,
            note: t('memberOwn.signed', { version, time: minuteOf(signTime) }),
          }))}
        />
      )}
      {faceSince === null ? null : (
        <div className="m-card m-stack">
          <p>{t('memberOwn.faceSince', { time: minuteOf(faceSince) })}</p>
          <ActNotice act={withdraw} />
          <Button kind="danger" isBusy={withdraw.isPending} onPress={() => withdraw.mutate()}>
            {t('memberOwn.withdrawFace')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Deletion({ own: { deletion } }: { own: MemberOwn }) {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const request = useOwnAct(
    () => underKey('requestDeletion', { reason }, (key) => client.memberOwn.requestDeletion({ body: { reason }, key })),
    () => setAsking(false),
  )
  const withdraw = useOwnAct(() => client.memberOwn.withdrawDeletion())
  const isOpen = deletion?.state === 'open'
  return (
    <section className="m-stack">
      <h2 className="m-title">{t('memberOwn.deletion')}</h2>
      <p className="m-hint">{t('memberOwn.deletionHint')}</p>
      {deletion ? (
        <Rows
          rows={[
            {
              key: 'deletion',
              title: t(`memberOwn.deletion.${deletion.state}`),
              note: [minuteOf(deletion.time), deletion.answer].filter(Boolean).join(' · '),
            },
          ]}
        />
      ) : null}
      <ActNotice act={isOpen ? withdraw : request} />
      {isOpen ? (
        <Button kind="plain" isBusy={withdraw.isPending} onPress={() => withdraw.mutate()}>
          {t('memberOwn.withdrawDeletion')}
        </Button>
      ) : isAsking ? (
        <>
          <Field label={t('memberOwn.reason')} maxLength={200} value={reason} onChange={setReason} />
          <Button kind="danger" isBusy={request.isPending} onPress={() => request.mutate()}>
            {t('memberOwn.requestSure')}
          </Button>
        </>
      ) : (
        <Button kind="danger" onPress={() => setAsking(true)}>
          {t('memberOwn.request')}
        </Button>
      )}
    </section>
  )
}
