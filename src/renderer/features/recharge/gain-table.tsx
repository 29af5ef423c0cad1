import { useText } from '#renderer/core/locale.ts'
import { useLevelOf } from '#renderer/features/members/index.ts'
import { formatMinor } from '#shared/core/money.ts'
import { lastDayOf } from '#shared/features/wallets/validity.calc.ts'
import type { Recharge } from './use-recharge.ts'

/** The gains and the resulting wallets. */
export function GainTable({ recharge }: { recharge: Recharge }) {
  const { t } = useText()
  const levelOf = useLevelOf()
  const { offer, outlook, clock, price } = recharge
  if (!offer || !outlook) return <p className="pl-recharge-hint">{t('rechargeTool.chooseOffer')}</p>
  const { rows, until, card, level } = outlook
  const project = offer.rule.projectType_dictText ?? offer.rule.projectType
  const shown = (value: number, isMoney: boolean) => (isMoney ? formatMinor(value) : String(value))
  return (
    <div data-testid="recharge-gains">
      {price !== null && rows.length > 0 ? (
        <table className="pl-recharge-gains">
          <thead>
            <tr>
              <th scope="col">{t('rechargeTool.wallet')}</th>
              <th scope="col">{t('rechargeTool.gets')}</th>
              <th scope="col">{t('rechargeTool.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, isMoney, gain, after, project: code }) => (
              <tr key={name}>
                <th scope="row">{code === '' ? t(name) : `${t(name)} · ${project}`}</th>
                <td className="pl-amount">+{shown(gain, isMoney)}</td>
                <td className="pl-amount">
                  <strong>{shown(after, isMoney)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <ul className="pl-recharge-facts">
        {card ? (
          <>
            <li>
              {t(card.isLonger ? 'rechargeTool.cardLonger' : 'rechargeTool.cardNew', { name: card.name, project })}
            </li>
            <li>
              {card.until ? t('rechargeRule.until', { day: lastDayOf(card.until, clock) }) : t('rechargeRule.forEver')}
              {' · '}
              {card.uses === -1 ? t('playCardRule.anyPlays') : t('playCardRule.forPlays', { count: card.uses })}
            </li>
          </>
        ) : (
          <li>{until ? t('rechargeRule.until', { day: until }) : t('rechargeRule.forEver')}</li>
        )}
        {offer.kind === 'recharge' && offer.rule.giftName !== '' ? (
          <li>{t('rechargeRule.goodsGiven', { gift: offer.rule.giftName, count: offer.rule.giftCount })}</li>
        ) : null}
        {level === '' ? null : (
          <li>{t('rechargeRule.becomes', { level: levelOf(offer.rule.sysOrgCode, level)?.name ?? level })}</li>
        )}
      </ul>
    </div>
  )
}
