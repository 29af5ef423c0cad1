import { useText } from '#renderer/core/locale.ts'
import { noticeText } from '#renderer/core/notice.ts'
import { formatMinor, toMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { rechargeOutcome, rechargeProblems } from '#shared/features/rules/recharge-rules.calc.ts'
import type { RechargeRuleFields } from '#shared/features/rules/recharge-rules.contract.ts'
import { giftsOf } from './recharge-rules.calc.ts'
import { RuleProblems } from './rule-problems.tsx'

/** An example amount for rules with a free amount. */
const EXAMPLE = toMinor(200)

interface PreviewProps {
  rule: RechargeRuleFields
  project: string
  level: string
  /** The name of the gift item; empty: none. */
  goods: string
}

/** The effect of one recharge by the rule today. */
export function RechargeRulePreview({ rule, project, level, goods }: PreviewProps) {
  const { t } = useText()
  const today = toWireTime(new Date()).slice(0, 10)
  const { pays, balance, validUntil } = rechargeOutcome(rule, today, Math.max(EXAMPLE, toMinor(rule.recharge)))
  const gifts = giftsOf(rule, project, goods).map((notice) => noticeText(t, notice))
  return (
    <aside className="pl-rule-preview" aria-label={t('rules.preview')}>
      <h3>{t('rechargeRule.toMember')}</h3>
      <div className="pl-rule-card" aria-live="polite">
        <strong>{rule.name || rule.roleName || t('rechargeRule.name')}</strong>
        <span className="pl-amount">{formatMinor(pays)}</span>
        <ul>
          {balance > 0 ? <li>{t('rechargeRule.balanceGiven', { amount: formatMinor(balance) })}</li> : null}
          {gifts.map((gift) => (
            <li key={gift}>{gift}</li>
          ))}
          {level === '' ? null : <li>{t('rechargeRule.becomes', { level })}</li>}
          <li>{validUntil ? t('rechargeRule.until', { day: validUntil }) : t('rechargeRule.forEver')}</li>
          {rule.timeLimit === 'YES' && rule.limitBegin && rule.limitEnd ? (
            <li>{t('rechargeRule.sold', { from: rule.limitBegin, until: rule.limitEnd })}</li>
          ) : null}
        </ul>
      </div>
      <h3>{t('consumeRule.example')}</h3>
      <p className="pl-rule-example">
        {t('rechargeRule.example', {
          pays: formatMinor(pays),
          gets: [...(balance > 0 ? [formatMinor(balance)] : []), ...gifts].join(' + ') || '—',
        })}
      </p>
      <RuleProblems problems={rechargeProblems(rule)} />
    </aside>
  )
}
