import { Button, Form, Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { MemberOutcome, MemberSearch } from '#renderer/features/members/index.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { type Newcomer, NOBODY, type Recharge } from './use-recharge.ts'

/** The recipient: a member found by scan or search, or a new member whose card is opened. */
export function RechargeWho({ recharge }: { recharge: Recharge }) {
  const { t } = useText()
  const mayAdd = useMay('member:add')
  const { who, member, newcomer } = recharge
  const changeMember = () => recharge.chooseMember(null)
  return (
    <section className="pl-recharge-part pl-recharge-who" aria-label={t('rechargeTool.who')}>
      <h2>{t('rechargeTool.who')}</h2>
      {member ? (
        <Chosen member={member} onChange={changeMember} />
      ) : (
        <>
          {newcomer ? (
            <NewcomerForm newcomer={newcomer} onChange={recharge.writeNewcomer} />
          ) : (
            <MemberSearch
              id="recharge-member"
              // After a swipe the keys are for the offers.
              autoFocus={who.view.kind === 'none'}
              onChoose={recharge.chooseMember}
              onNone={who.missing}
            />
          )}
          <MemberOutcome who={who} onChange={changeMember} />
          {mayAdd && !newcomer ? (
            <Button block onClick={() => recharge.writeNewcomer(NOBODY)}>
              {t('rechargeTool.newMember')}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

function Chosen({ member, onChange }: { member: Member; onChange(): void }) {
  const { t } = useText()
  const wallets = [
    [t('wallet.available'), formatAmount(member.availableBalance)],
    [t('wallet.integral'), String(member.availableIntegral)],
    [t('wallet.laps'), String(member.availableQuan)],
    [t('wallet.coins'), String(member.availableCoins)],
    [t('wallet.frequency'), String(member.frequency)],
  ] as const
  return (
    <div className="pl-recharge-member" data-testid="recharge-member-card">
      <strong>{member.realname || member.nickname || member.id}</strong>
      <span>
        {member.id} · {member.phone}
      </span>
      <div className="pl-recharge-tags">
        {member.memberLevel_dictText ? <ToneTag tone="neutral">{member.memberLevel_dictText}</ToneTag> : null}
        {member.frozen ? <ToneTag tone="error">{t('counter.member.frozen')}</ToneTag> : null}
        {member.isChangWan === 'YES' ? <ToneTag tone="success">{member.changwanName}</ToneTag> : null}
      </div>
      <dl>
        {wallets.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="pl-amount">{value}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={onChange}>{t('rechargeTool.change')}</Button>
    </div>
  )
}

interface NewcomerFormProps {
  newcomer: Newcomer
  onChange(newcomer: Newcomer | null): void
}

const fields = [
  ['phone', 'member.phone', 20],
  ['realname', 'member.realname', 64],
  ['physicalCard', 'member.physicalCard', 32],
] as const

function NewcomerForm({ newcomer, onChange }: NewcomerFormProps) {
  const { t } = useText()
  const first = useRef<InputRef>(null)
  const later = useRef<Record<string, InputRef | null>>({})
  useFocusOnOpen(() => first.current?.input)
  return (
    <Form layout="vertical" className="pl-recharge-new">
      {fields.map(([name, label, maxLength], index) => (
        <Form.Item
          key={name}
          label={t(label)}
          htmlFor={`recharge-${name}`}
          {...(name === 'physicalCard' ? { extra: t('registration.swipe') } : {})}
        >
          <Input
            id={`recharge-${name}`}
            ref={(field) => {
              if (index === 0) first.current = field
              later.current[name] = field
            }}
            autoComplete="off"
            inputMode={name === 'realname' ? 'text' : 'tel'}
            maxLength={maxLength}
            value={newcomer[name]}
            onChange={({ target }) => onChange({ ...newcomer, [name]: target.value })}
            onKeyDown={(event) => {
              const next = fields[index + 1]?.[0]
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || !next) return
              event.preventDefault()
              later.current[next]?.focus()
            }}
          />
        </Form.Item>
      ))}
      <Button block onClick={() => onChange(null)}>
        {t('rechargeTool.knownMember')}
      </Button>
    </Form>
  )
}
