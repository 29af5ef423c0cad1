import { useText } from '#renderer/core/locale.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { MergePreview } from '#shared/features/wallets/member-merge.contract.ts'
import { useProjectName } from './use-projects.ts'

/** The wallets of two members and of the merged one. */
export function MergeLines({ preview }: { preview: MergePreview }) {
  const { t } = useText()
  const { wallets, cards, tickets, takes } = preview
  const hasValue = wallets.length > 0 || cards.length > 0
  return (
    <>
      {hasValue ? <Values preview={preview} /> : null}
      <ul className="pl-merge-more">
        {hasValue ? null : <li>{t('merge.noValue')}</li>}
        {tickets.length > 0 ? (
          <li>{t('merge.tickets', { tickets: tickets.map(({ ticketNo }) => ticketNo).join(' ') })}</li>
        ) : null}
        {takes.length > 0 ? (
          <li>{t('merge.takes', { fields: takes.map((name) => t(`merge.field.${name}`)).join(t('merge.comma')) })}</li>
        ) : null}
        <li>{t('merge.found')}</li>
      </ul>
    </>
  )
}

function Values({ preview: { wallets, cards } }: { preview: MergePreview }) {
  const { t } = useText()
  const named = useProjectName()
  const cardText = (card: MergePreview['cards'][number]['after']): string => {
    if (!card) return '—'
    const uses = card.changwanCount === -1 ? t('wallets.cardNoLimit') : t('merge.uses', { count: card.changwanCount })
    return [card.changwanName, card.changWanLastDay ?? t('merge.noEnd'), uses].join(' · ')
  }
  return (
    <table className="pl-wallet-lines">
      <thead>
        <tr>
          <th scope="col">{t('merge.joined')}</th>
          <th scope="col">{t('merge.source')}</th>
          <th scope="col">{t('merge.target')}</th>
          <th scope="col">{t('merge.after')}</th>
        </tr>
      </thead>
      <tbody>
        {wallets.map(({ wallet, projectType, source, target, after }) => {
          const isMoney = wallet === 'balance' || wallet === 'give'
          const shown = (value: number) => (isMoney ? formatAmount(value) : value)
          return (
            <tr key={`${wallet} ${projectType}`}>
              <td>
                {t(`wallets.${wallet}`)} {projectType ? <small>{named(projectType)}</small> : null}
              </td>
              <td className="pl-amount">{shown(source)}</td>
              <td className="pl-amount">{shown(target)}</td>
              <td className="pl-amount">
                <strong>{shown(after)}</strong>
              </td>
            </tr>
          )
        })}
        {cards.map(({ projectType, source, target, after }) => (
          <tr key={`card ${projectType}`}>
            <td>
              {t('wallets.cardName')} <small>{named(projectType)}</small>
            </td>
            <td>{cardText(source)}</td>
            <td>{cardText(target)}</td>
            <td>
              <strong>{cardText(after)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
