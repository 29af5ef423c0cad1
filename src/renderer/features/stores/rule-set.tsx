import { type Translate, useText } from '#renderer/core/locale.ts'
import type { VenueKind } from '#shared/features/rules/consume-rules.contract.ts'
import { ruleTemplates } from '#shared/features/rules/rule-templates.data.ts'

type ConsumeTemplate = (typeof ruleTemplates)[VenueKind]['consume'][number]
type RechargeTemplate = (typeof ruleTemplates)[VenueKind]['recharge'][number]

const yuan = (amount: number): string => amount.toFixed(2)

/** The price of a rule as text. */
function takes(t: Translate, { price = 0, frequency = 0, integral = 0, deposit = 0 }: ConsumeTemplate): string {
  const parts = [
    ...(price > 0 ? [t('ruleSet.price', { amount: yuan(price) })] : []),
    ...(deposit > 0 ? [t('ruleSet.deposit', { amount: yuan(deposit) })] : []),
    ...(frequency > 0 ? [t('ruleSet.visits', { count: frequency })] : []),
    ...(integral > 0 ? [t('ruleSet.points', { count: integral })] : []),
  ]
  return parts.length > 0 ? parts.join(' + ') : t('ruleSet.free')
}

/** The length of a ride as text. */
const rides = (t: Translate, { countCycleNumber = 0, duration = 0 }: ConsumeTemplate): string =>
  [
    ...(countCycleNumber > 0 ? [t('ruleSet.laps', { count: countCycleNumber })] : []),
    ...(duration > 0 ? [t('ruleSet.minutes', { count: duration })] : []),
  ].join(' · ')

/** What a member gets for a recharge, as text. */
const gives = (t: Translate, { recharge = 0, give = 0, integral = 0, frequency = 0 }: RechargeTemplate): string =>
  [
    ...(recharge > 0 ? [t('ruleSet.balance', { amount: yuan(recharge) })] : []),
    ...(give > 0 ? [t('ruleSet.gift', { amount: yuan(give) })] : []),
    ...(integral > 0 ? [t('ruleSet.points', { count: integral })] : []),
    ...(frequency > 0 ? [t('ruleSet.visits', { count: frequency })] : []),
  ].join(' + ')

/** A preview of the starter rules of a kind of venue. */
export function RuleSet({ kind }: { kind: VenueKind }) {
  const { t } = useText()
  const { consume, recharge } = ruleTemplates[kind]
  return (
    <table className="pl-rule-set" aria-live="polite">
      <thead>
        <tr>
          <th>{t('ruleSet.rule')}</th>
          <th>{t('ruleSet.takes')}</th>
          <th>{t('ruleSet.gives')}</th>
        </tr>
      </thead>
      <tbody>
        {consume.map((rule) => (
          <tr key={rule.name}>
            <td>{t(rule.name)}</td>
            <td>{takes(t, rule)}</td>
            <td>{rides(t, rule)}</td>
          </tr>
        ))}
        {recharge.map((rule) => (
          <tr key={rule.label}>
            <td>{t(rule.label)}</td>
            <td>{t('ruleSet.price', { amount: yuan(rule.price ?? rule.recharge ?? 0) })}</td>
            <td>{gives(t, rule)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
