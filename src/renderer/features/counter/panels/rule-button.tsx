import { useText } from '#renderer/core/locale.ts'
import { noticeText } from '#renderer/core/notice.ts'
import type { RuleTile } from '#renderer/features/counter/choices/rule-tiles.calc.ts'
import { formatAmount } from '#shared/core/money.ts'
import '#renderer/ui/display/tile.css'
import './rule-button.css'

interface RuleButtonProps {
  tile: RuleTile
  isChosen: boolean
  onChoose(): void
}

/** The tile of a rule. */
export function RuleButton({
  tile: { rule, fullPrice, digit, reason, refusal: bar },
  isChosen,
  onChoose,
}: RuleButtonProps) {
  const { t } = useText()
  const price = useRulePrice()
  const lengths = [
    rule.countCycleNumber !== 0 ? t('rule.laps', { count: rule.countCycleNumber }) : null,
    rule.duration !== 0 ? t('rule.minutes', { count: rule.duration }) : null,
    rule.deposit > 0 && rule.consumeTypeRole === 'NOCARDCONSUME'
      ? t('rule.deposit', { amount: formatAmount(rule.deposit) })
      : null,
  ].filter(Boolean)
  return (
    <button
      type="button"
      className={reason ? 'pl-tile pl-rule pl-tile-unfit' : 'pl-tile pl-rule'}
      aria-pressed={isChosen}
      aria-disabled={bar !== null}
      title={rule.consumeRoleName}
      onClick={onChoose}
    >
      <span className="pl-tile-name">{rule.consumeRoleName}</span>
      {digit === null ? null : (
        <kbd className="pl-corner-key" title={t('rule.key', { key: digit })}>
          {digit}
        </kbd>
      )}
      <strong className="pl-amount">
        {price(rule)}
        {fullPrice === null ? null : (
          <del className="pl-rule-full" title={t('rule.fullPrice', { amount: formatAmount(fullPrice) })}>
            {formatAmount(fullPrice)}
          </del>
        )}
      </strong>
      <small>{reason ? noticeText(t, reason) : lengths.join(' · ')}</small>
    </button>
  )
}

/** Returns a function that formats the price of a rule in the unit of its consume type. */
export function useRulePrice() {
  const { t } = useText()
  return ({ consumeTypeRole, price, integral, coins, countCycleNumber, frequency }: RuleTile['rule']): string => {
    switch (consumeTypeRole) {
      case 'COIN':
        return t('rule.coins', { count: coins })
      case 'INTEGRAL':
        return t('rule.integral', { count: integral })
      case 'BALANCEANDINTEGRAL':
        return `${formatAmount(price)} + ${t('rule.integral', { count: integral })}`
      case 'QUAN':
        return t('rule.laps', { count: countCycleNumber })
      case 'FREQUENCY':
        return t('rule.visits', { count: frequency })
      case 'PLAYFREELY':
      case 'GROUPCOUPON':
        return t(`type.${consumeTypeRole}`)
      case 'TESTCARD':
        return t('rule.free')
      case 'BALANCE':
      case 'GIFT':
      case 'NOCARDCONSUME':
        return price === 0 ? t('rule.free') : formatAmount(price)
    }
  }
}
