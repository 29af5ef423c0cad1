import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { Ago } from '#renderer/ui/display/when.tsx'
import { formatAmount, formatMinor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { standingRefusal } from '#shared/features/members/standing.calc.ts'
import type { ChargeQuote } from '#shared/features/sessions/charge.schema.ts'
import { MemberWallets } from './member-wallets.tsx'

const standingNames = { 'members.frozen': 'counter.member.frozen', 'members.ended': 'counter.member.ended' } as const

interface MemberCardProps {
  member: Member
  cachedAt: string | null
  /** The quote for the charge on the screen; null where there is none. */
  quote: ChargeQuote | null
  /** What a missing signature does to a start. */
  lack: 'none' | 'warn' | 'block'
  /** The button for the member's own coupons. */
  coupons: ReactNode
  onClear(): void
}

/** The member and the wallets. The big amount excludes what pending rides hold. */
export function MemberCard({ member, cachedAt, quote, lack, coupons, onClear }: MemberCardProps) {
  const { t } = useText()
  const standing = standingRefusal(member, Date.now())
  const held = toMinor(member.balance) + toMinor(member.give) - toMinor(member.availableBalance)
  return (
    <article className="pl-member" data-testid="member-card">
      <header>
        <div className="pl-member-name">
          <strong>{member.realname || member.nickname}</strong>
          {member.nickname && member.nickname !== member.realname ? <span>{member.nickname}</span> : null}
        </div>
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('counter.member.clear')}
          title={t('counter.member.clear')}
          onClick={onClear}
        />
      </header>
      <dl className="pl-member-facts">
        <dt>{t('counter.member.card')}</dt>
        <dd>{member.id}</dd>
        <dt>{t('counter.member.phone')}</dt>
        <dd>{member.phone}</dd>
      </dl>
      <div className="pl-member-tags">
        {member.homeStore ? (
          <ToneTag tone="info">{t('counter.member.elsewhere', { store: member.homeStore })}</ToneTag>
        ) : null}
        {member.memberLevel_dictText ? <ToneTag tone="neutral">{member.memberLevel_dictText}</ToneTag> : null}
        {member.nextLevel ? <span>{t('level.lacks', member.nextLevel)}</span> : null}
        {standing ? <ToneTag tone="error">{t(standingNames[standing])}</ToneTag> : null}
        {lack === 'none' ? null : (
          <ToneTag tone={lack === 'block' ? 'error' : 'warning'}>{t('counter.member.unsigned')}</ToneTag>
        )}
        {member.havePassword === 'YES' ? <ToneTag tone="info">{t('counter.member.password')}</ToneTag> : null}
        {member.isChangWan === 'YES' ? (
          <ToneTag tone="success">
            {t('counter.member.unlimited', {
              name: member.changwanName,
              end: member.changWanLastDay ?? '—',
            })}
          </ToneTag>
        ) : null}
      </div>
      <div className="pl-member-available">
        <span>{t('wallet.available')}</span>
        <strong className="pl-amount">{formatAmount(member.availableBalance)}</strong>
        {held > 0 ? <small>{t('wallet.held', { amount: formatMinor(held) })}</small> : null}
      </div>
      <MemberWallets member={member} quote={quote} />
      {coupons}
      {cachedAt ? (
        <p className="pl-member-cached">
          {t('counter.member.cachedAt', { ago: '' })}
          <Ago at={cachedAt} />
          {member.offlineValue && member.offlineValue.amount > 0
            ? ` · ${t('counter.member.offlineValue', { amount: formatAmount(member.offlineValue.amount) })}`
            : null}
        </p>
      ) : null}
    </article>
  )
}
