import { useQuery } from '@tanstack/react-query'
import { money } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { hrefOf } from '#member/core/router.ts'
import { HomeNews } from '#member/features/news/index.ts'
import { Answered } from '#member/ui/answered.tsx'
import { PageLinks } from '#member/ui/page-links.tsx'
import { type Row, Rows } from '#member/ui/rows.tsx'
import type { MemberHome } from '#shared/features/member-page/member-home.contract.ts'

/** What the member has, what waits, and the way to all other pages. */
export function HomePage() {
  const me = useQuery({ queryKey: ['me'], queryFn: async () => (await client.memberPage.me()).result })
  const home = useQuery({ queryKey: ['home'], queryFn: async () => (await client.memberHome.home()).result })
  return (
    <>
      <Answered query={me}>{({ id, name, level }) => <Hero id={id} name={name} level={level} />}</Answered>
      <Answered query={home}>{(data) => <Holdings home={data} />}</Answered>
      <PageLinks place="home" />
      <HomeNews />
    </>
  )
}

function Hero({ id, name, level }: { id: string; name: string; level: string }) {
  const { t } = useText()
  return (
    <section className="m-hero">
      <h2>{name || t('memberPage.member')}</h2>
      <p>{[t('memberPage.number', { id }), level].filter(Boolean).join(' · ')}</p>
    </section>
  )
}

const isMoney = (wallet: string): boolean => wallet === 'balance' || wallet === 'give'

function Holdings({ home }: { home: MemberHome }) {
  const { t } = useText()
  const { wallets, held, visits, lots, cards, level, waiting } = home
  const waits: Row[] = [
    { key: 'queue', title: t('memberHome.inQueue'), value: waiting.queue, href: hrefOf('queue') },
    { key: 'bookings', title: t('memberHome.booked'), value: waiting.bookings, href: hrefOf('bookings') },
    { key: 'coupons', title: t('memberHome.coupons'), value: waiting.coupons, href: hrefOf('coupons') },
    { key: 'things', title: t('memberHome.stored'), value: waiting.things, href: hrefOf('things') },
    { key: 'gifts', title: t('memberHome.gifts'), value: waiting.gifts, href: hrefOf('things') },
  ].filter(({ value }) => value > 0)
  return (
    <>
      <section className="m-card">
        <h2 className="m-hint">{t('memberHome.balance')}</h2>
        <p className="m-figure">{money(wallets.balance + wallets.give)}</p>
        <p className="m-hint">
          {t('memberHome.balanceParts', { paid: money(wallets.balance), give: money(wallets.give) })}
          {held > 0 ? ` ${t('memberHome.held', { amount: money(held) })}` : ''}
        </p>
        <dl className="m-figures">
          {(['integral', 'laps', 'coins'] as const).map((wallet) => (
            <div key={wallet}>
              <dt>{t(`memberHome.wallet.${wallet}`)}</dt>
              <dd>{wallets[wallet]}</dd>
            </div>
          ))}
        </dl>
      </section>
      {waits.length > 0 ? <Rows rows={waits} /> : null}
      {visits.length + cards.length > 0 ? (
        <Rows
          rows={[
            ...cards.map(({ name, project, lastDay, usesLeft }) => ({
              key: `card ${project}`,
              title: name,
              note: [project, lastDay === null ? t('memberHome.noEnd') : t('memberHome.until', { day: lastDay })].join(
                ' · ',
              ),
              value: usesLeft === -1 ? t('memberHome.noLimit') : t('memberHome.uses', { count: usesLeft }),
            })),
            ...visits.map(({ project, count }) => ({
              key: `visits ${project}`,
              title: t('memberHome.visits', { project }),
              value: t('memberHome.uses', { count }),
            })),
          ]}
        />
      ) : null}
      {lots.length > 0 ? (
        <section>
          <h2 className="m-title">{t('memberHome.ending')}</h2>
          <Rows
            rows={lots.map(({ id, wallet, project, value, lastDay, daysLeft }) => ({
              key: String(id),
              title: [t(`memberHome.wallet.${wallet}`), project].filter(Boolean).join(' · '),
              note:
                daysLeft <= 0
                  ? t('memberHome.lastDay', { day: lastDay })
                  : t('memberHome.daysLeft', { day: lastDay, days: daysLeft }),
              value: isMoney(wallet) ? money(value) : value,
            }))}
          />
        </section>
      ) : null}
      {level.next === '' ? null : (
        <p className="m-hint">{t('memberHome.nextLevel', { level: level.next, lacks: level.lacks })}</p>
      )}
    </>
  )
}
