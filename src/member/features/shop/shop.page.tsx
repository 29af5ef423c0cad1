import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { type Translate, useText } from '#member/core/locale.ts'
import { hrefOf } from '#member/core/router.ts'
import { isInWechat } from '#member/core/wechat.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Button } from '#member/ui/button.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'
import { Payment, ReturnedOrder } from './payment.tsx'
import { openPurchase } from './purchase.ts'
import type { Wanted } from './wanted.ts'

const readShop = async () => (await client.memberShop.shop({ query: { inWechat: isInWechat() ? 'YES' : 'NO' } })).result
type Shop = Awaited<ReturnType<typeof readShop>>

/** What a purchase is about whose outcome is not known. */
const openlyWanted = (): Wanted | null => openPurchase()?.body.wanted ?? null

/** Recharges and products, and the payment of what was chosen; or the order of the address. */
export function ShopPage({ rest }: { rest: string }) {
  const shop = useQuery({ queryKey: ['shop'], queryFn: readShop })
  const [wanted, setWanted] = useState(openlyWanted)
  const leave = () => {
    if (rest !== '') location.replace(hrefOf('shop'))
    setWanted(openlyWanted())
  }
  if (wanted === null && rest !== '') return <ReturnedOrder id={rest} onLeave={leave} />
  return (
    <Answered query={shop}>
      {(offered) =>
        wanted === null ? (
          <Offers shop={offered} onWant={(chosen) => setWanted(openlyWanted() ?? chosen)} />
        ) : (
          <Payment
            key={JSON.stringify(wanted)}
            wanted={wanted}
            phone={offered.phone}
            hasPassword={offered.hasPassword}
            onLeave={leave}
          />
        )
      }
    </Answered>
  )
}

const givesOf = ({ balance, give, integral, frequency, laps, gift }: Shop['recharges'][number], t: Translate): string =>
  [
    balance > 0 ? t('memberShop.gives.balance', { amount: money(balance) }) : '',
    give > 0 ? t('memberShop.gives.give', { amount: money(give) }) : '',
    integral > 0 ? t('memberShop.gives.integral', { count: integral }) : '',
    frequency > 0 ? t('memberShop.gives.frequency', { count: frequency }) : '',
    laps > 0 ? t('memberShop.gives.laps', { count: laps }) : '',
    gift,
  ]
    .filter(Boolean)
    .join(' · ')

function Offers({ shop, onWant }: { shop: Shop; onWant(wanted: Wanted): void }) {
  const { t } = useText()
  const [counts, setCounts] = useState<Record<string, number>>({})
  const chosen = shop.products.flatMap(({ id, name, price }) => {
    const count = counts[id] ?? 0
    return count > 0 ? [{ productId: id, name, count, price }] : []
  })
  const total = chosen.reduce((sum, { count, price }) => sum + Math.round(price * 100) * count, 0) / 100
  const change = (id: string, by: number, most: number) =>
    setCounts((before) => ({ ...before, [id]: Math.max(0, Math.min(most, (before[id] ?? 0) + by)) }))
  return (
    <>
      <h2 className="m-title">{t('memberShop.recharges')}</h2>
      {shop.recharges.length === 0 ? (
        <Empty text={t(shop.phone.length === 0 ? 'memberShop.noPhone' : 'memberShop.noRecharges')} />
      ) : (
        <Rows
          rows={shop.recharges.map((rule) => ({
            key: rule.ruleId,
            title: rule.name,
            note: givesOf(rule, t),
            value: money(rule.price),
            onPress: () => onWant({ kind: 'recharge', ruleId: rule.ruleId, name: rule.name, amount: rule.price }),
          }))}
        />
      )}
      <h2 className="m-title">{t('memberShop.products')}</h2>
      {shop.products.length === 0 ? (
        <Empty text={t('memberShop.noProducts')} />
      ) : (
        <Rows
          rows={shop.products.map(({ id, name, price, most }) => ({
            key: id,
            title: name,
            note: money(price),
            value:
              most === 0 ? (
                t('memberShop.soldOut')
              ) : (
                <span className="m-stepper">
                  <button
                    type="button"
                    aria-label={t('memberShop.less', { name })}
                    disabled={(counts[id] ?? 0) === 0}
                    onClick={() => change(id, -1, most)}
                  >
                    −
                  </button>
                  <output>{counts[id] ?? 0}</output>
                  <button
                    type="button"
                    aria-label={t('memberShop.more', { name })}
                    disabled={(counts[id] ?? 0) >= most}
                    onClick={() => change(id, 1, most)}
                  >
                    +
                  </button>
                </span>
              ),
          }))}
        />
      )}
      {chosen.length === 0 ? null : (
        <Button onPress={() => onWant({ kind: 'products', lines: chosen, amount: total })}>
          {t('memberShop.pay', { amount: money(total) })}
        </Button>
      )}
    </>
  )
}
