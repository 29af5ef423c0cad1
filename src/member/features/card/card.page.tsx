import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Qr } from '#member/ui/qr.tsx'
import { Failure, Loading } from '#member/ui/states.tsx'

/** The code that names the member at the counter. An old one is not shown, because the counter refuses it. */
export function CardPage() {
  const { t } = useText()
  const me = useQuery({ queryKey: ['me'], queryFn: async () => (await client.memberPage.me()).result })
  const card = useQuery({
    queryKey: ['card'],
    queryFn: async () => {
      const { code, secondsLeft } = (await client.memberHome.code()).result
      return { code, until: performance.now() + secondsLeft * 1000 }
    },
    staleTime: 0,
    gcTime: 0,
  })
  const seconds = useSecondsUntil(card.data?.until)
  const { refetch } = card
  useEffect(() => {
    if (seconds === 0) void refetch()
  }, [seconds, refetch])
  if (card.error && (seconds === 0 || !card.data)) return <Failure error={card.error} onRetry={() => void refetch()} />
  if (!card.data || seconds === 0) return <Loading />
  return (
    <section className="m-card m-centre">
      {me.data ? (
        <>
          <h2 className="m-title">{me.data.name || t('memberPage.member')}</h2>
          <p className="m-hint">{t('memberPage.number', { id: me.data.id })}</p>
        </>
      ) : null}
      <Qr value={card.data.code} label={t('memberCardPage.code')} />
      <p>{t('memberCardPage.show')}</p>
      <p className="m-hint" role="timer">
        {t('memberCardPage.seconds', { seconds })}
      </p>
      <p className="m-hint">{t('memberCardPage.noScreenshot')}</p>
    </section>
  )
}

/** Whole seconds until a moment of `performance.now()`; 0 when it is over. */
function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return until === undefined ? -1 : Math.max(0, Math.ceil((until - Math.max(now, 0)) / 1000))
}
