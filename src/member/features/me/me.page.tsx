import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { signedOut } from '#member/core/session.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Button } from '#member/ui/button.tsx'
import { PageLinks } from '#member/ui/page-links.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Notice } from '#member/ui/states.tsx'

/** The own data, and where the member is signed in. */
export function MePage() {
  const { t } = useText()
  const me = useQuery({ queryKey: ['me'], queryFn: async () => (await client.memberPage.me()).result })
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await client.memberPage.sessions()).result,
  })
  const leave = useMutation({
    mutationFn: async (isEverywhere: boolean) =>
      isEverywhere ? client.memberPage.signOutEverywhere() : client.memberPage.signOut(),
    onSuccess: () => signedOut(false),
  })
  return (
    <>
      <Answered query={me}>
        {({ id, name, phone }) => (
          <Rows
            rows={[
              { key: 'name', title: t('memberPage.name'), value: name },
              { key: 'id', title: t('memberPage.memberNumber'), value: id },
              { key: 'phone', title: t('memberPage.mobile'), value: phone },
            ]}
          />
        )}
      </Answered>
      <PageLinks place="me" />
      <h2 className="m-title">{t('memberPage.sessions')}</h2>
      <Answered query={sessions}>
        {(list) => (
          <Rows
            rows={list.map(({ time, agent, isCurrent }, index) => ({
              key: `${time} ${index}`,
              title: isCurrent ? t('memberPage.thisPhone') : deviceOf(agent),
              note: t('memberPage.signedInAt', { time: time.slice(0, 16) }),
            }))}
          />
        )}
      </Answered>
      {leave.error ? <Notice tone="error" text={textOfError(t, leave.error)} /> : null}
      <div className="m-actions">
        <Button kind="plain" isBusy={leave.isPending} onPress={() => leave.mutate(false)}>
          {t('memberPage.signOut')}
        </Button>
        <Button kind="danger" isBusy={leave.isPending} onPress={() => leave.mutate(true)}>
          {t('memberPage.signOutEverywhere')}
        </Button>
      </div>
    </>
  )
}

/** The kind of phone in a browser's own description of itself. */
const deviceOf = (agent: string): string =>
  [/iPhone|iPad/.exec(agent)?.[0] ?? /Android/.exec(agent)?.[0], /MicroMessenger/.test(agent) ? 'WeChat' : '']
    .filter(Boolean)
    .join(' · ') || agent.slice(0, 40)
