import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Translate, textOfError } from '#renderer/core/locale.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { KioskPayMethod, KioskRecharge, KioskState } from '#shared/features/kiosks/kiosk.schema.ts'
import { type CartItem, type Purchase, priceOf, type Step } from './kiosk.calc.ts'
import type { KioskCalls } from './kiosk-calls.ts'
import { MemberPanel } from './kiosk-choice.tsx'
import { PaymentFrame, TakenTable } from './kiosk-confirm.tsx'
import type { Words } from './kiosk-frame.tsx'

const money = (amount: number): string => `¥${formatAmount(amount)}`

/** What is bought, on one line. */
export const purchaseText = (purchase: Purchase): string =>
  'recharge' in purchase
    ? purchase.recharge.name
    : purchase.items.map(({ product, count }) => (count > 1 ? `${product.name} × ${count}` : product.name)).join(', ')

interface KioskShopProps {
  calls: KioskCalls
  words: Words
  state: KioskState
  step: Extract<Step, { at: 'shop' }>
  go(step: Step): void
}

/** Products with their counts, and the recharges of a member. */
export function KioskShopStep({ calls, words, state, step, go }: KioskShopProps) {
  const { t, locale } = words
  const { member } = step
  const visit = member?.visit ?? ''
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const shop = useQuery({
    queryKey: ['kioskShop', visit, locale],
    queryFn: async () => (await calls.shop({ body: { visit } })).result,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const { products = [], recharges = [] } = shop.data ?? {}
  const items: CartItem[] = products
    .map((product) => ({ product, count: Math.min(counts.get(product.id) ?? 0, product.most) }))
    .filter(({ count }) => count > 0)
  const pay = (purchase: Purchase, method: KioskPayMethod) => go({ at: 'pay', member, purchase, method, key: newId() })
  const sum = money(priceOf({ items }))
  return (
    <section className="pl-kiosk-choice">
      {member ? <MemberPanel member={member} t={t} /> : <h1>{t('kiosk.shop')}</h1>}
      {shop.isPending ? <p role="status">{t('kiosk.reading')}</p> : null}
      {shop.error ? (
        <p role="alert" className="pl-kiosk-refusal">
          {textOfError(t, shop.error)}
        </p>
      ) : null}
      {shop.data && products.length + recharges.length === 0 ? <p>{t('kiosk.nothing')}</p> : null}
      <ul className="pl-kiosk-offers">
        {recharges.map((recharge) => (
          <li key={recharge.ruleId}>
            <button type="button" onClick={() => pay({ recharge }, 'scan')}>
              <strong>{recharge.name}</strong>
              <span>{gainsText(t, recharge)}</span>
              <span>{money(recharge.price)}</span>
            </button>
          </li>
        ))}
        {products.map(({ id, name, photo, price, most }) => {
          const count = items.find(({ product }) => product.id === id)?.count ?? 0
          const set = (next: number) => setCounts(new Map(counts).set(id, next))
          return (
            <li key={id} className="pl-kiosk-product">
              {photo === '' ? null : <img src={photo} alt="" />}
              <div>
                <strong>{name}</strong>
                <span>{most === 0 ? t('kiosk.soldOut') : money(price)}</span>
              </div>
              <fieldset aria-label={name}>
                <button
                  type="button"
                  aria-label={t('kiosk.less')}
                  disabled={count === 0}
                  onClick={() => set(count - 1)}
                >
                  −
                </button>
                <output>{count}</output>
                <button
                  type="button"
                  aria-label={t('kiosk.more')}
                  disabled={count >= most}
                  onClick={() => set(count + 1)}
                >
                  +
                </button>
              </fieldset>
            </li>
          )
        })}
      </ul>
      <div className="pl-kiosk-buttons">
        <button type="button" onClick={() => go({ at: 'choose', member, people: 1 })}>
          {t('kiosk.back')}
        </button>
        {items.length > 0 && member && state.pays !== 'scan' ? (
          <button type="button" className="pl-kiosk-main" onClick={() => pay({ items }, 'wallet')}>
            {t('kiosk.payByBalance', { amount: sum })}
          </button>
        ) : null}
        {items.length > 0 && state.pays !== 'wallet' ? (
          <button
            type="button"
            className={member && state.pays !== 'scan' ? '' : 'pl-kiosk-main'}
            onClick={() => pay({ items }, 'scan')}
          >
            {t('kiosk.payByPhone', { amount: sum })}
          </button>
        ) : null}
      </div>
    </section>
  )
}

/** What a recharge adds. */
function gainsText(t: Translate, { balance, give, integral, laps, frequency, gift }: KioskRecharge): string {
  const gains = [
    balance > 0 ? `${t('wallet.balance')} +${formatAmount(balance)}` : '',
    give > 0 ? `${t('wallet.give')} +${formatAmount(give)}` : '',
    integral > 0 ? t('rule.integral', { count: integral }) : '',
    laps > 0 ? t('rule.laps', { count: laps }) : '',
    frequency > 0 ? t('rule.visits', { count: frequency }) : '',
    gift,
  ]
  return gains.filter(Boolean).join(' · ')
}

interface KioskPayProps {
  words: Words
  step: Extract<Step, { at: 'pay' }>
  waits: 'charge' | 'payment' | null
  refusal: unknown
  onPay(password: string): void
  onBack(): void
}

/** The purchase with its sum, and how it is paid. */
export function KioskPay({ words, step, waits, refusal, onPay, onBack }: KioskPayProps) {
  const { t } = words
  const { member, purchase, method } = step
  const amount = priceOf(purchase)
  const available = member?.wallets.balance ?? 0
  return (
    <PaymentFrame
      words={words}
      needsPassword={method === 'wallet' && member?.hasPassword === true}
      isByScan={method === 'scan'}
      waits={waits}
      refusal={refusal}
      action={t('kiosk.pay')}
      onPay={onPay}
      onBack={onBack}
    >
      <h1>{money(amount)}</h1>
      <p>{purchaseText(purchase)}</p>
      {'recharge' in purchase ? <p>{gainsText(t, purchase.recharge)}</p> : null}
      {method === 'wallet' && available >= amount ? (
        <TakenTable
          t={t}
          rows={[{ name: t('wallet.available'), taken: money(amount), remains: money(available - amount) }]}
        />
      ) : null}
    </PaymentFrame>
  )
}

interface BoughtProps {
  words: Words
  step: Extract<Step, { at: 'bought' }>
  onLeave(): void
}

/** What was bought, and where products are collected. */
export function Bought({ words: { t }, step, onLeave }: BoughtProps) {
  const { racer, purchase, orderId, isPrinted } = step
  const isRecharge = 'recharge' in purchase
  const done = t(isRecharge ? 'kiosk.recharged' : 'kiosk.bought')
  return (
    <section className="pl-kiosk-middle" role="status">
      <h1>{racer === '' ? done : `${racer}, ${done}`}</h1>
      <p>
        {purchaseText(purchase)} · {money(priceOf(purchase))}
      </p>
      {isRecharge ? null : <p>{t('kiosk.collect', { order: orderId.slice(-6).toUpperCase() })}</p>}
      {isPrinted ? <p>{t('kiosk.takeReceipt')}</p> : null}
      <button type="button" className="pl-kiosk-main" onClick={onLeave}>
        {t('kiosk.finish')}
      </button>
    </section>
  )
}
