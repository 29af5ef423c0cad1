import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { money } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { underKey } from '#member/core/pending-key.ts'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Notice } from '#member/ui/states.tsx'
import type { MemberPurchase } from '#shared/features/member-page/member-shop.contract.ts'
import type { Wanted } from './wanted.ts'

/** How often the state of an open payment is asked for. */
const REFRESH_MS = 2000

const CHOICES = ['success', 'slow', 'refused', 'never'] as const
type Choice = (typeof CHOICES)[number]

interface PaymentProps {
  wanted: Wanted
  phone: 'sandbox' | 'none'
  hasPassword: boolean
  onLeave(): void
}

interface Attempt {
  pays: 'wallet' | 'scan'
  sandbox: Choice
}

/** Pays what was chosen: from the balance, or by the page of the provider. A lost answer is asked for again under the same key. */
export function Payment({ wanted, phone, hasPassword, onLeave }: PaymentProps) {
  const { t } = useText()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const pay = useMutation({
    mutationFn: ({ pays, sandbox }: Attempt): Promise<MemberPurchase> => {
      if (wanted.kind === 'recharge') {
        const { ruleId, amount: price } = wanted
        const body = { ruleId, price }
        return underKey(
          'recharge',
          body,
          async (key) => (await client.memberShop.recharge({ body: { ...body, sandbox }, key })).result,
        )
      }
      const lines = wanted.lines.map(({ productId, count, price }) => ({ productId, count, price }))
      return underKey(
        'buy',
        { lines, pays },
        async (key) => (await client.memberShop.buy({ body: { lines, pays, password, sandbox }, key })).result,
      )
    },
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'page' }),
  })
  if (pay.data) return <Outcome purchase={pay.data} onLeave={onLeave} />
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
      {wanted.kind === 'products' && hasPassword ? (
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
        {wanted.kind === 'products' ? (
          <Button isBusy={pay.isPending} onPress={() => pay.mutate({ pays: 'wallet', sandbox: 'success' })}>
            {t('memberShop.payFromBalance')}
          </Button>
        ) : null}
        {phone === 'sandbox' ? (
          <fieldset className="m-sandbox">
            <legend>{t('memberShop.sandboxTitle')}</legend>
            {CHOICES.map((sandbox) => (
              <Button
                key={sandbox}
                kind={sandbox === 'success' ? 'primary' : 'plain'}
                isBusy={pay.isPending}
                onPress={() => pay.mutate({ pays: 'scan', sandbox })}
              >
                {t(`memberShop.sandbox.${sandbox}`)}
              </Button>
            ))}
          </fieldset>
        ) : null}
        <Button kind="plain" onPress={onLeave}>
          {t('memberPage.back')}
        </Button>
      </div>
    </>
  )
}

/** What became of an order; an open payment is asked about until it has ended. */
function Outcome({ purchase, onLeave }: { purchase: MemberPurchase; onLeave(): void }) {
  const { t } = useText()
  const queries = useQueryClient()
  const status = useQuery({
    queryKey: ['purchase', purchase.id],
    queryFn: async () => (await client.memberShop.purchase({ query: { id: purchase.id } })).result,
    initialData: purchase,
    refetchInterval: ({ state }) => (state.data?.state === 'nopay' ? REFRESH_MS : false),
  })
  const { state, amount } = status.data
  useEffect(() => {
    if (state === 'paid') void queries.invalidateQueries({ queryKey: ['home'] })
  }, [state, queries])
  return (
    <section className="m-card m-centre" aria-live="polite">
      <p className="m-figure">{money(amount)}</p>
      <Notice
        tone={state === 'paid' ? 'good' : state === 'nopay' ? 'info' : 'warn'}
        text={t(`memberShop.state.${state === 'refunding' || state === 'refunded' ? 'closed' : state}`)}
      />
      <Button kind="plain" onPress={onLeave}>
        {t('memberShop.done')}
      </Button>
    </section>
  )
}
