import { useQuery } from '@tanstack/react-query'
import { type Translate, textOfError } from '#renderer/core/locale.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { KioskMember, KioskOffer, KioskState } from '#shared/features/kiosks/kiosk.schema.ts'
import type { Step } from './kiosk.calc.ts'
import type { KioskCalls } from './kiosk-calls.ts'
import type { Words } from './kiosk-frame.tsx'
import { placeText } from './kiosk-steps.tsx'
import { takenText } from './kiosk-texts.ts'

type Choosing = Extract<Step, { at: 'choose' }>

interface KioskChoiceProps {
  calls: KioskCalls
  words: Words
  state: KioskState
  step: Choosing
  go(step: Step): void
}

/** The member and the rides on offer. */
export function KioskChoice({ calls, words, state, step, go }: KioskChoiceProps) {
  const { t, locale } = words
  const { member, people } = step
  const visit = member?.visit ?? ''
  const offers = useQuery({
    queryKey: ['kioskOffers', visit, people, locale],
    queryFn: async () => (await calls.offers({ body: { visit, people } })).result,
    // Data of a member is not cached for the next guest.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const choose = (offer: KioskOffer) => {
    const next = { at: 'confirm', member, people, offer, key: newId() } as const
    if (member && offer.needsAgreement) go({ at: 'agree', member, key: newId(), next, back: step })
    else go(next)
  }
  return (
    <section className="pl-kiosk-choice">
      {member ? <MemberPanel member={member} t={t} /> : <h1>{t('kiosk.chooseGuest')}</h1>}
      <div className="pl-kiosk-row">
        <fieldset className="pl-kiosk-people" aria-label={t('kiosk.people')}>
          <span>{t('kiosk.people')}</span>
          {Array.from({ length: state.mostPeople }, (_, index) => index + 1).map((count) => (
            <button
              key={count}
              type="button"
              aria-pressed={count === people}
              onClick={() => go({ ...step, people: count })}
            >
              {count}
            </button>
          ))}
        </fieldset>
        {member && state.hasEvents ? (
          <button type="button" onClick={() => go({ at: 'events', member })}>
            {t('kiosk.events')}
          </button>
        ) : null}
        {state.hasShop ? (
          <button type="button" onClick={() => go({ at: 'shop', member })}>
            {t(member === null || state.pays === 'wallet' ? 'kiosk.shop' : 'kiosk.shopAndRecharge')}
          </button>
        ) : null}
      </div>
      {offers.isPending ? <p role="status">{t('kiosk.reading')}</p> : null}
      {offers.error ? (
        <p role="alert" className="pl-kiosk-refusal">
          {textOfError(t, offers.error)}
        </p>
      ) : null}
      {offers.data?.length === 0 ? <p>{t('kiosk.nothing')}</p> : null}
      <ul className="pl-kiosk-offers">
        {offers.data?.map((offer) => (
          <li key={offer.ruleId + offer.mode}>
            <Offer offer={offer} t={t} onChoose={() => choose(offer)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Offer({ offer, t, onChoose }: { offer: KioskOffer; t: Translate; onChoose(): void }) {
  const { name, quote } = offer
  return (
    <button type="button" disabled={quote.refusal !== null} onClick={onChoose}>
      <strong>{name}</strong>
      <span>{lengthText(t, offer)}</span>
      <span>{quote.refusal ? quote.refusal.message : takenText(t, quote)}</span>
    </button>
  )
}

export const lengthText = (t: Translate, { laps, minutes }: Pick<KioskOffer, 'laps' | 'minutes'>): string =>
  laps > 0 ? t('kiosk.laps', { count: laps }) : t('kiosk.minutes', { count: minutes })

/** The racer's name and the wallets. */
export function MemberPanel({ member, t }: { member: KioskMember; t: Translate }) {
  const { racer, card, wallets, places } = member
  const { balance, integral, laps, coins, frequency, unlimited } = wallets
  const values: [string, string][] = [
    [t('wallet.available'), `¥${formatAmount(balance)}`],
    [t('wallet.integral'), String(integral)],
    [t('wallet.laps'), String(laps)],
    [t('wallet.coins'), String(coins)],
    [t('wallet.frequency'), String(frequency)],
  ]
  if (unlimited) values.push([t('ledgerAccount.unlimited'), unlimited.lastDay ?? unlimited.name])
  return (
    <div className="pl-kiosk-member">
      <h1>
        {t('kiosk.hello', { racer: racer || t('kiosk.guest') })} <small>{t('kiosk.cardEnds', { card })}</small>
      </h1>
      <dl>
        {values.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {places.length > 0 ? (
        <ul className="pl-kiosk-places">
          {places.map((entry) => (
            <li key={entry.ticketNo}>
              <strong>{entry.ticketNo}</strong> {entry.ruleName}{' '}
              {entry.isCalled ? t('queue.comeNow') : placeText(t, entry)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
