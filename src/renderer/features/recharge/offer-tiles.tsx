import { Skeleton } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { type Offer, offerRefusal } from './recharge-panel.calc.ts'
import type { Recharge } from './use-recharge.ts'

interface OfferTilesProps {
  recharge: Recharge
  /** Called after a choice; the focus moves to the next input. */
  onChosen(): void
}

/** The offers of the store, each chosen by click or digit. */
export function OfferTiles({ recharge, onChosen }: OfferTilesProps) {
  const { t } = useText()
  const { offers, offer, member, clock, chooseOffer } = recharge
  const list = offers.data ?? []
  return (
    <section className="pl-recharge-part pl-recharge-what" aria-label={t('rechargeTool.what')}>
      <h2>{t('rechargeTool.what')}</h2>
      {offers.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {offers.error ? <ErrorBlock error={offers.error} retry={() => void offers.refetch()} /> : null}
      {offers.data && list.length === 0 ? (
        <EmptyBlock title={t('rechargeTool.noOffers')} hint={t('rechargeTool.noOffersHint')} />
      ) : null}
      <div className="pl-recharge-tiles">
        {list.map((one, index) => {
          // Only cards can be unavailable; a recharge fits everyone.
          const refusal = one.kind === 'card' ? offerRefusal(one, null, member, clock.now) : null
          return (
            <button
              key={one.rule.id}
              type="button"
              className={refusal ? 'pl-tile pl-offer pl-tile-unfit' : 'pl-tile pl-offer'}
              aria-pressed={offer?.rule.id === one.rule.id}
              aria-disabled={refusal !== null}
              title={refusal ? t(`error.${refusal.code}`, refusal.details) : one.rule.roleName}
              onClick={() => {
                chooseOffer(one)
                onChosen()
              }}
            >
              <span className="pl-tile-name">{one.rule.roleName}</span>
              {index < 9 ? <kbd className="pl-corner-key">{index + 1}</kbd> : null}
              <strong className="pl-amount">
                <OfferPrice offer={one} />
              </strong>
              <small>{refusal ? t('rechargeTool.notNow') : <OfferGains offer={one} />}</small>
            </button>
          )
        })}
      </div>
    </section>
  )
}

function OfferPrice({ offer }: { offer: Offer }) {
  const { t } = useText()
  if (offer.kind === 'card' || offer.rule.amountType === 'fixed') return formatAmount(offer.rule.price)
  return offer.rule.recharge > 0
    ? t('rechargeRule.atLeast', { amount: formatAmount(offer.rule.recharge) })
    : t('rechargeTool.anyAmount')
}

/** The gifts of an offer, in one line. */
function OfferGains({ offer }: { offer: Offer }) {
  const { t } = useText()
  if (offer.kind === 'card') {
    const { changwanDays: days, counts } = offer.rule
    return [
      days === 0 ? t('playCardRule.noEnd') : t('playCardRule.forDays', { count: days }),
      counts === -1 ? t('playCardRule.anyPlays') : t('playCardRule.forPlays', { count: counts }),
    ].join(' · ')
  }
  const { rule } = offer
  const project = rule.projectType_dictText ?? rule.projectType
  return [
    rule.salesMethod === 'listedPrice' && rule.recharge > 0
      ? t('rechargeRule.balanceGiven', { amount: formatAmount(rule.recharge) })
      : '',
    rule.give > 0 ? t('rechargeRule.gift', { amount: formatAmount(rule.give) }) : '',
    rule.integral > 0 ? t('rechargeRule.points', { count: rule.integral }) : '',
    rule.frequency > 0 ? t('rechargeRule.visits', { count: rule.frequency, project }) : '',
    rule.laps > 0 ? t('rechargeRule.lapsGiven', { count: rule.laps }) : '',
    rule.giftName === '' ? '' : t('rechargeRule.goodsGiven', { gift: rule.giftName, count: rule.giftCount }),
  ]
    .filter(Boolean)
    .join(' · ')
}
