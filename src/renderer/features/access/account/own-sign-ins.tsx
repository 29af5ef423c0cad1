import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { type Translate, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { deviceNameOf } from './device-name.calc.ts'

const KEY = ['ownSignIns']

function deviceText(t: Translate, agent: string): string {
  const { kind, browser, system } = deviceNameOf(agent)
  if (kind === 'browser') return t('signIns.device', { browser, system })
  return t(kind === 'terminal' ? 'signIns.terminal' : 'signIns.unknown')
}

/** The user's sign-ins, and a button to end all others. */
export function OwnSignIns() {
  const { t } = useText()
  const ask = useConfirmation()
  const list = useQuery({ queryKey: KEY, queryFn: async () => (await client.account.signIns()).result })
  const others = list.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  const endOthers = () =>
    ask(
      t('signIns.elsewhereAsk'),
      async () => {
        const { message } = await client.account.signOutElsewhere()
        await queryClient.invalidateQueries({ queryKey: KEY })
        return message
      },
      { hint: t('signIns.elsewhereHint'), ok: t('signIns.elsewhere') },
    )
  return (
    <section className="pl-panel" aria-labelledby="account-sign-ins">
      <h2 id="account-sign-ins">{t('signIns.title')}</h2>
      {list.isPending ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : null}
      {list.error ? <ErrorBlock error={list.error} retry={() => void list.refetch()} /> : null}
      <ul className="pl-account-stores">
        {list.data?.map(({ time, address, agent, storeName, isCurrent }) => (
          <li key={`${time} ${address} ${agent} ${isCurrent}`}>
            <span>
              {deviceText(t, agent)}
              <small className="pl-account-hint">
                <When value={time} /> · {[t('signIns.from', { address }), storeName].filter(Boolean).join(' · ')}
              </small>
            </span>
            {isCurrent ? <ToneTag tone="success">{t('signIns.here')}</ToneTag> : null}
          </li>
        ))}
      </ul>
      {list.data && others.length === 0 ? <p className="pl-account-hint">{t('signIns.none')}</p> : null}
      {others.length > 0 ? (
        <Button danger onClick={() => void endOthers()}>
          {t('signIns.elsewhere')}
        </Button>
      ) : null}
    </section>
  )
}
