import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { useStoreFacts } from '#renderer/core/store-facts.ts'
import { AgreementDialog } from '#renderer/features/agreements/index.ts'
import { ExchangeDialog } from '#renderer/features/exchange/index.ts'
import { MemberFaceDialog } from '#renderer/features/faces/index.ts'
import { Bars } from '#renderer/ui/chart/bars.tsx'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { PersonPicture } from '#renderer/ui/display/person-picture.tsx'
import { StateTag } from '#renderer/ui/display/state-tag.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { MemberGlance as Glance } from '#shared/features/members/member-glance.contract.ts'
import type { PlayState } from '#shared/features/sessions/play-before-pay.contract.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { MemberCards, MemberMessages } from './glance-dialogs.ts'
import './member-glance.css'

type Dialog = 'cards' | 'agreement' | 'face' | 'messages' | 'exchange'

/** An overview of a member: data, wallets, recent events, and actions. */
export function MemberGlance({ id, onChanged, onClose }: { id: string; onChanged?(): void; onClose(): void }) {
  const { t } = useText()
  const hasFaces = useStoreFacts().data?.faceSearch === 'YES'
  const may = {
    cards: useMay('member:card'),
    agreement: useMay('agreement:sign'),
    face: useMay('memberface:enrol') && hasFaces,
    messages: useMay('membermessage:send'),
    exchange: useMay('exchange:add'),
  }
  const [dialog, open] = useState<Dialog | null>(null)
  const glance = useQuery({
    queryKey: ['memberGlance', id],
    queryFn: async () => (await client.memberGlance.glance({ query: { id } })).result,
  })
  const { data } = glance
  const changed = () => {
    void queryClient.invalidateQueries({ queryKey: ['memberGlance', id] })
    onChanged?.()
  }
  const close = () => open(null)
  const name = data ? data.member.realname || data.member.nickname : id
  const member = { id: data?.member.id ?? id, name }
  const button = (which: Dialog, text: string) =>
    may[which] ? (
      <Button disabled={!data} onClick={() => open(which)}>
        {text}
      </Button>
    ) : null
  return (
    <Drawer
      open
      size={560}
      title={t('glance.title', { name })}
      onClose={onClose}
      footer={
        <div className="pl-glance-actions">
          {button('cards', t('memberCard.title'))}
          {button('agreement', t('agreement.title'))}
          {button('face', t('face.open'))}
          {button('messages', t('memberMessage.title'))}
          {button('exchange', t('exchange.open'))}
        </div>
      }
    >
      {glance.isPending ? <Skeleton active avatar paragraph={{ rows: 10 }} /> : null}
      {glance.error ? <ErrorBlock error={glance.error} retry={() => void glance.refetch()} /> : null}
      {data ? <GlanceBody glance={data} /> : null}
      <Suspense fallback={null}>
        {dialog === 'cards' ? <MemberCards member={member} onChanged={changed} onClose={close} /> : null}
        {dialog === 'agreement' ? <AgreementDialog userId={member.id} onSigned={changed} onClose={close} /> : null}
        {dialog === 'face' ? <MemberFaceDialog userId={member.id} name={name} onClose={close} /> : null}
        {dialog === 'exchange' ? (
          <ExchangeDialog userId={member.id} name={name} onDone={changed} onClose={close} />
        ) : null}
        {dialog === 'messages' ? <MemberMessages member={member} onClose={close} /> : null}
      </Suspense>
    </Drawer>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

function GlanceBody({ glance }: { glance: Glance }) {
  const { t } = useText()
  const { member, cards, lots, bests, plays, holds, spend, merged } = glance
  const wallets = [
    [t('wallet.balance'), formatAmount(member.balance)],
    [t('wallet.give'), formatAmount(member.give)],
    [t('wallet.integral'), String(member.integral)],
    [t('wallet.laps'), String(member.laps)],
    [t('wallet.coins'), String(member.coins)],
    [t('wallet.frequency'), String(member.frequency)],
  ] as const
  const next = member.nextLevel ? t('level.lacks', member.nextLevel) : ''
  return (
    <div className="pl-glance">
      <header>
        <PersonPicture avatar={member.avatar} name={member.realname || member.nickname} size={48} />
        <div>
          <strong>{member.realname || member.nickname}</strong>
          <span>
            {member.id} · {member.phone || t('glance.noPhone')}
          </span>
          <small>
            {member.memberLevel_dictText ? `${member.memberLevel_dictText} · ` : ''}
            {t('glance.exp', { count: member.exp })}
            {next ? ` · ${next}` : ''}
          </small>
        </div>
        {member.frozen ? <ToneTag tone="error">{t('counter.member.frozen')}</ToneTag> : null}
      </header>
      <div className="pl-glance-available">
        <span>{t('wallet.available')}</span>
        <strong className="pl-amount">{formatAmount(member.availableBalance)}</strong>
      </div>
      <dl className="pl-glance-wallets">
        {wallets.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="pl-amount">{value}</dd>
          </div>
        ))}
      </dl>
      {cards.length > 0 ? (
        <Part title={t('glance.cards')}>
          <ul>
            {cards.map((card) => (
              <li key={card.projectType}>
                <span>
                  {card.changwanName}
                  <small>{projectName(t, card.projectType)}</small>
                </span>
                <span>
                  {card.changwanCount === -1
                    ? t('glance.noLimit')
                    : t('glance.usesLeft', { count: card.changwanCount })}
                  <small>
                    {card.lastDay === null
                      ? t('glance.noEnd')
                      : `${t('glance.until', { day: card.lastDay })} · ${daysText(t, card.daysLeft ?? 0)}`}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {bests.length > 0 ? (
        <Part title={t('ranking.personalBest')}>
          <ul>
            {bests.map((best) => (
              <li key={`${best.vehicleType} ${best.roleName}`}>
                <span>
                  {lapTime(best.ms)}
                  <small>{[best.vehicleType, best.roleName].filter((word) => word !== '').join(' · ')}</small>
                </span>
                <span>
                  <When value={best.doneTime} />
                </span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {lots.length > 0 ? (
        <Part title={t('glance.lots')}>
          <ul>
            {lots.map((lot) => (
              <li key={lot.id}>
                <span>
                  {t(`wallet.${lot.wallet}`)}
                  <small>
                    {lot.wallet === 'frequency' ? `${projectName(t, lot.projectType)} · ` : ''}
                    {t('glance.until', { day: lot.lastDay })}
                  </small>
                </span>
                <span className="pl-amount">
                  {isMoney(lot.wallet) ? formatAmount(lot.value) : String(lot.value)}
                  <small>{daysText(t, lot.daysLeft)}</small>
                </span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {holds.length > 0 ? (
        <Part title={t('glance.holds')}>
          <ul>
            {holds.map((hold) => (
              <li key={hold.id}>
                <span>
                  {hold.ticketNo} <When value={hold.createTime} />
                </span>
                <span className="pl-amount">{heldText(t, hold)}</span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      <Part title={t('glance.spend')}>
        <Bars
          title={t('glance.spendTotal', {
            amount: formatAmount(spend.reduce((sum, { amount }) => Math.round((sum + amount) * 100) / 100, 0)),
          })}
          head={[t('glance.month'), t('glance.amount')]}
          bars={spend.map(({ month, amount }) => ({ label: month, value: amount, text: formatAmount(amount) }))}
        />
      </Part>
      <Part title={t('glance.plays', { count: glance.visits })}>
        {plays.length === 0 ? <p>{t('glance.noPlays')}</p> : null}
        <ul>
          {plays.map((play) => (
            <li key={play.id}>
              <span>
                {play.ruleName}
                <small>
                  {play.ticketNo} · {play.vehicleName} · {play.racer}
                  {play.userId === member.id ? '' : ` · ${play.userId}`}
                </small>
              </span>
              <span>
                <StateTag state={play.playState as PlayState} />
                <small>
                  <When value={play.createTime} />
                </small>
              </span>
            </li>
          ))}
        </ul>
      </Part>
      {merged.length > 0 ? <p>{t('glance.merged', { numbers: merged.join(', ') })}</p> : null}
    </div>
  )
}

const projectName = (t: ReturnType<typeof useText>['t'], project: string): string =>
  project === 'currency' ? t('glance.anyProject') : project

const daysText = (t: ReturnType<typeof useText>['t'], count: number): string =>
  count === 0 ? t('glance.lastDay') : t('glance.daysLeft', { count })

const isMoney = (wallet: Glance['lots'][number]['wallet']): boolean => wallet === 'balance' || wallet === 'give'

function heldText(
  t: ReturnType<typeof useText>['t'],
  { amount, integral, laps, coins, visits, cardUses }: Glance['holds'][number],
): ReactNode {
  if (amount > 0) return <Money value={amount} />
  if (integral > 0) return `${integral} ${t('wallet.integral')}`
  if (visits > 0) return `${visits} ${t('wallet.frequency')}`
  if (cardUses > 0) return `${cardUses} ${t('orders.unlimited')}`
  return coins > 0 ? `${coins} ${t('wallet.coins')}` : `${laps} ${t('wallet.laps')}`
}
