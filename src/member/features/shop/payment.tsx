import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { money } from '#member/core/amounts.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { readAgain } from '#member/core/query.ts'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Notice } from '#member/ui/states.tsx'
import type { MemberPurchase } from '#shared/features/member-page/member-shop.contract.ts'
import type { PhoneWay } from '#shared/features/payments/payments.schema.ts'
import { endPurchase, newPurchase, openPurchase, orderOf, type Purchase, sendPurchase, type Way } from './purchase.ts'
import type { Wanted } from './wanted.ts'

/** How often the order of an open purchase is asked for. */
const REFRESH_MS = 2000
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
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'nopay' ? false : REFRESH_MS),
  })
  const order = asked.data ?? pay.data
  const { dataUpdatedAt } = asked
  useEffect(() => {
    // It was refused while this page asked, such as in another tab.
    if (dataUpdatedAt > 0 && !order && openPurchase() === null) setOpen(null)
  }, [dataUpdatedAt, order])
  const state = order?.state
  useEffect(() => {
    if (state !== undefined) readAgain()
  }, [state])
  if (order) return <Outcome order={order} onLeave={onLeave} />

  const send = (pays: Way, sandbox: Choice) => {
    const before = openPurchase()
    // Another tab has begun one.
    if (before && before.key !== open?.key) return onLeave()
    pay.mutate({ purchase: before ?? newPurchase(wanted, pays), sandbox })
  }
  const canPay = (way: Way) => (open === null ? way === 'scan' || wanted.kind === 'products' : open.body.pays === way)
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
          <Button isBusy={pay.isPending} onPress={() => send('wallet', 'success')}>
            {t('memberShop.payFromBalance')}
          </Button>
        ) : null}
        {canPay('scan') && phone.includes('sandbox') ? (
          <fieldset className="m-sandbox">
            <legend>{t('memberShop.sandboxTitle')}</legend>
            {CHOICES.map((sandbox) => (
              <Button
                key={sandbox}
                kind={sandbox === 'success' ? 'primary' : 'plain'}
                isBusy={pay.isPending}
                onPress={() => send('scan', sandbox)}
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

/** What became of an order. */
function Outcome({ order: { state, amount }, onLeave }: { order: MemberPurchase; onLeave(): void }) {
  const { t } = useText()
  return (
    <section className="m-card m-centre" aria-live="polite">
      <p className="m-figure">{money(amount)}</p>
      <Notice
        tone={state === 'paid' ? 'good' : state === 'nopay' ? 'info' : 'warn'}
        text={t(`memberShop.state.${state === 'refunding' || state === 'refunded' ? 'closed' : state}`)}
      />
      {state === 'nopay' ? (
        <p className="m-hint">{t('memberShop.nopayHint')}</p>
      ) : (
        <Button kind="plain" onPress={onLeave}>
          {t('memberShop.done')}
        </Button>
      )}
    </section>
  )
}
