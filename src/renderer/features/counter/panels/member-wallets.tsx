import { useText } from '#renderer/core/locale.ts'
import { cardLines, type WalletRow, walletRows } from '#renderer/features/counter/plan/quote.calc.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ChargeQuote } from '#shared/features/sessions/charge.schema.ts'

/** The member's wallets, with what the quoted charge takes from each, from which lots, and what remains. */
export function MemberWallets({ member, quote }: { member: Member; quote: ChargeQuote | null }) {
  const { t } = useText()
  const lotText = ({ amount, lastDay }: WalletRow['lots'][number], show: (amount: number) => string) =>
    lastDay
      ? t('quote.lotUntil', { amount: show(amount), date: lastDay })
      : t('quote.lotOpen', { amount: show(amount) })
  return (
    <dl className="pl-member-wallets" data-testid="member-wallets">
      {walletRows(member, quote).map(({ label, project, isMoney, value, taken, after, lots }) => {
        const show = (amount: number) => (isMoney ? formatAmount(amount) : String(amount))
        return (
          <div key={label + project} className={taken > 0 ? 'pl-wallet-taken' : ''}>
            <dt>{project ? t('quote.visitsOf', { project }) : t(label)}</dt>
            <dd className="pl-amount">
              {show(value)}
              {taken > 0 ? (
                <>
                  <em> −{show(taken)}</em>
                  <strong> → {show(after)}</strong>
                </>
              ) : null}
            </dd>
            {lots.length > 0 ? (
              <dd className="pl-wallet-lot">{lots.map((lot) => lotText(lot, show)).join(t('quote.and'))}</dd>
            ) : null}
          </div>
        )
      })}
      {cardLines(quote).map(({ project, name, after }) => (
        <div key={project} className="pl-wallet-taken">
          <dt>{t('quote.card', { name })}</dt>
          <dd className="pl-amount">
            <em>{t('quote.cardUse')}</em>
            {after === null ? null : <strong> → {t('quote.cardLeft', { count: after })}</strong>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
