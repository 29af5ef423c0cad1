import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { money } from '#member/core/amounts.ts'
import { type Translate, textOfError, useText } from '#member/core/locale.ts'
import { readAgain } from '#member/core/query.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty, Notice } from '#member/ui/states.tsx'
import type { MemberPurchase } from '#shared/features/member-page/member-shop.contract.ts'
import type { PhoneWay } from '#shared/features/payments/payments.schema.ts'
import { openProvidersPage } from './phone-page.ts'
import {
  endPurchase,
  giveUpOrder,
  type MemberPayMethod,
  newPurchase,
  openPurchase,
  orderOf,
  type Purchase,
  sendPurchase,
} from './purchase.ts'
import type { Wanted } from './wanted.ts'

/** How often the order of an open purchase is asked for. */
const REFRESH_MS = 2000
/** How often it is asked for until the provider's page is ready. */
const READY_MS = 1000
/** A request that was sent longer ago does not arrive any more. */
const ARRIVES_MS = 90_000

const CHOICES = ['success', 'slow', 'refused', 'never'] as const
type Choice = (typeof CHOICES)[number]

interface PaymentProps {
  wanted: Wanted
  phone: readonly PhoneWay[]
  hasPassword: boolean
  onLeave(): void
}

/**
 * Pays what was chosen: from the balance, or by the page of the provider. While the outcome is not known, the server is asked for the
 * order, and the purchase can only be sent again as it is.
 */
export function Payment({ wanted, phone, hasPassword, onLeave }: PaymentProps) {
  const { t } = useText()
  const [password, setPassword] = useState('')
  const [open, setOpen] = useState(openPurchase)
  const pay = useMutation({
    mutationFn: ({ purchase, sandbox }: { purchase: Purchase; sandbox: Choice }) =>
      sendPurchase(purchase, { password, sandbox }),
    onSettled: () => setOpen(openPurchase()),
  })
  const asked = useQuery({
    queryKey: ['purchase', open?.key],
    queryFn: () => orderOf(open?.key ?? ''),
    enabled: open !== null && !pay.isPending,
    refetchInterval: ({ state: { data } }) => nextAsk(data, open?.body.pays),
  })
  const order = asked.data ?? pay.data
  const { dataUpdatedAt } = asked
  useEffect(() => {
    // It was refused while this page asked, such as in another tab.
    if (dataUpdatedAt > 0 && !order && openPurchase() === null) setOpen(null)
  }, [dataUpdatedAt, order])
  const state = order?.state
  useEffect(() => {
    if (state !== undefined) void readAgain()
  }, [state])
  if (order) return <Outcome order={order} opensPage={pay.data?.id === order.id} onLeave={onLeave} />

  const send = (pays: MemberPayMethod, sandbox: Choice) => {
    const before = openPurchase()
    // Another tab has begun one.
    if (before && before.key !== open?.key) return onLeave()
    pay.mutate({ purchase: before ?? newPurchase(wanted, pays), sandbox })
  }
  const canPay = (method: MemberPayMethod) =>
    open === null ? method !== 'wallet' || wanted.kind === 'products' : open.body.pays === method
  return (
    <>
      <h2 className="m-title">{t('memberShop.confirm')}</h2>
      <Rows
        rows={
          wanted.kind === 'recharge'
            ? [{ key: wanted.ruleId, title: wanted.name, value: money(wanted.amount) }]
            : wanted.lines.map(({ productId, name, count, price }) => ({
                key: productId,
                title: `${name} × ${count}`,
                value: money((Math.round(price * 100) * count) / 100),
              }))
        }
      />
      <p className="m-figure">{money(wanted.amount)}</p>
      {pay.error ? <Notice tone="error" text={textOfError(t, pay.error)} /> : null}
      {open && !pay.isPending ? (
        <Notice
          tone="warn"
          text={
            asked.error
              ? textOfError(t, asked.error)
              : t(asked.data === null ? 'memberShop.notArrived' : 'memberShop.unsure')
          }
        />
      ) : null}
      {canPay('wallet') && hasPassword ? (
        <Field
          label={t('memberShop.password')}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={password}
          onChange={setPassword}
        />
      ) : null}
      <div className="m-actions">
        {canPay('wallet') ? (
          <Button
            isBusy={pay.isPending}
            // A purchase that was answered needs none when it is asked for again.
            isDisabled={open === null && hasPassword && password === ''}
            onPress={() => send('wallet', 'success')}
          >
            {t('memberShop.payFromBalance')}
          </Button>
        ) : null}
        {phone
          .filter((way) => way !== 'sandbox' && canPay(way))
          .map((method) => (
            <Button key={method} isBusy={pay.isPending} onPress={() => send(method, 'success')}>
              {t(method === 'wap' ? 'memberShop.payAlipay' : 'memberShop.payWechat')}
            </Button>
          ))}
        {phone.includes('sandbox') && canPay('sandbox') ? (
          <fieldset className="m-sandbox">
            <legend>{t('memberShop.sandboxTitle')}</legend>
            {CHOICES.map((sandbox) => (
              <Button
                key={sandbox}
                kind={sandbox === 'success' ? 'primary' : 'plain'}
                isBusy={pay.isPending}
                onPress={() => send('sandbox', sandbox)}
              >
                {t(`memberShop.sandbox.${sandbox}`)}
              </Button>
            ))}
          </fieldset>
        ) : null}
        {open === null ? (
          <Button kind="plain" isDisabled={pay.isPending} onPress={onLeave}>
            {t('memberPage.back')}
          </Button>
        ) : asked.data === null && dataUpdatedAt - open.at > ARRIVES_MS ? (
          <Button
            kind="plain"
            isDisabled={pay.isPending}
            onPress={() => {
              endPurchase(open.key)
              onLeave()
            }}
          >
            {t('memberShop.giveUp')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

const nextAsk = (order: MemberPurchase | null | undefined, pays?: MemberPayMethod): number | false => {
  if (order && order.state !== 'nopay') return false
  // The sandbox has no page to wait for.
  return order?.phone === null && pays !== 'sandbox' ? READY_MS : REFRESH_MS
}

/** The order to which a provider has sent the guest back, in a browser that knows nothing of the purchase. */
export function ReturnedOrder({ id, onLeave }: { id: string; onLeave(): void }) {
  const { t } = useText()
  const asked = useQuery({
    queryKey: ['purchase', id],
    queryFn: () => orderOf(id),
    refetchInterval: ({ state: { data } }) => (data === null ? false : nextAsk(data)),
  })
  return (
    <Answered query={asked}>
      {(order) =>
        order ? (
          <Outcome order={order} opensPage={false} onLeave={onLeave} />
        ) : (
          <Empty text={t('memberShop.unknownOrder')} />
        )
      }
    </Answered>
  )
}

interface OutcomeProps {
  order: MemberPurchase
  /** Whether the provider's page opens as soon as it is ready; otherwise by a press only. */
  opensPage: boolean
  onLeave(): void
}

/** What became of an order. An unpaid one can be paid, also again after its page was left, or given up. */
function Outcome({ order: { id, state, amount, phone }, opensPage, onLeave }: OutcomeProps) {
  const { t } = useText()
  const open = useMutation({ mutationFn: openProvidersPage })
  const isOpened = useRef(false)
  const { mutate } = open
  const openPage = useCallback(() => {
    isOpened.current = true
    if (phone) mutate(phone.handover)
  }, [phone, mutate])
  useEffect(() => {
    if (opensPage && phone && !isOpened.current) openPage()
  }, [opensPage, phone, openPage])
  const giveUp = useMutation({
    mutationFn: () => giveUpOrder(id),
    // One that was paid meanwhile is read again, and shown as such.
    onSuccess: (given) => (given === 'paid' ? readAgain() : onLeave()),
  })
  return (
    <section className="m-card m-centre" aria-live="polite">
      <p className="m-figure">{money(amount)}</p>
      <Notice
        tone={state === 'paid' ? 'good' : state === 'nopay' ? 'info' : 'warn'}
        text={t(`memberShop.state.${state === 'refunding' || state === 'refunded' ? 'closed' : state}`)}
      />
      {giveUp.error ? <Notice tone="error" text={textOfError(t, giveUp.error)} /> : null}
      {state === 'nopay' ? (
        <div className="m-actions">
          {phone ? <PayNow phone={phone} isClosed={open.data === false} onPress={openPage} t={t} /> : null}
          <p className="m-hint">{t('memberShop.nopayHint')}</p>
          <Button kind="plain" isBusy={giveUp.isPending} onPress={() => giveUp.mutate()}>
            {t('memberShop.giveUp')}
          </Button>
        </div>
      ) : (
        <Button kind="plain" onPress={onLeave}>
          {t('memberShop.done')}
        </Button>
      )}
    </section>
  )
}

interface PayNowProps {
  phone: NonNullable<MemberPurchase['phone']>
  /** Whether the provider's page did not open. */
  isClosed: boolean
  onPress(): void
  t: Translate
}

const PayNow = ({ phone: { until }, isClosed, onPress, t }: PayNowProps) => (
  <>
    {isClosed ? <Notice tone="error" text={t('memberShop.pageClosed')} /> : null}
    <Button onPress={onPress}>{t('memberShop.payNow')}</Button>
    <p className="m-hint">{t('memberShop.payUntil', { time: until.slice(11, 16) })}</p>
  </>
)
