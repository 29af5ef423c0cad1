import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { newId } from '#shared/core/id.ts'
import type { CardState, MemberCard } from '#shared/features/members/member-cards.contract.ts'
import './member-cards.css'

const NEW_CARD = 'new-card'

const tones: Record<CardState, Tone> = { active: 'success', lost: 'error', replaced: 'neutral', cleared: 'neutral' }

interface MemberCardsProps {
  member: { id: string; name: string }
  /** Called after a change of cards; the shown member is outdated. */
  onChanged(): void
  onClose(): void
}

/** The current and former cards of a member: report lost, restore, replace by a scan. */
export function MemberCards({ member, onChanged, onClose }: MemberCardsProps) {
  const { t } = useText()
  const { online } = useLive(usePlatform().connection)
  const mayClear = useMay('member:clearcard')
  const ask = useConfirmation()
  const cards = useQuery({
    queryKey: ['memberCards', member.id],
    queryFn: async () => (await client.memberCards.list({ query: { userId: member.id } })).result,
  })
  const changed = async () => {
    await queryClient.invalidateQueries({ queryKey: ['memberCards', member.id] })
    onChanged()
  }
  const reported = (question: string, hint: string, ok: string, work: (reason: string) => Promise<unknown>) =>
    void ask(
      question,
      async (reason) => {
        await work(reason)
        await changed()
        return t('memberCard.done')
      },
      { hint, ok, needsReason: true, isDanger: false },
    )
  const reportLost = ({ id }: MemberCard) => {
    const key = newId()
    reported(t('memberCard.loseAsk'), t('memberCard.loseHint'), t('memberCard.lose'), (reason) =>
      client.memberCards.lost({ body: { userId: member.id, id, reason }, key }),
    )
  }
  const undo = ({ id }: MemberCard) => {
    const key = newId()
    reported(t('memberCard.undoAsk'), t('memberCard.undoHint'), t('memberCard.undo'), (reason) =>
      client.memberCards.undoLost({ body: { id, reason }, key }),
    )
  }
  const clear = ({ id }: MemberCard) => {
    const key = newId()
    reported(t('memberCard.clearAsk'), t('memberCard.clearHint'), t('memberCard.clear'), (reason) =>
      client.memberCards.clear({ body: { id, reason }, key }),
    )
  }
  const buttonsOf = (card: MemberCard) => (
    <>
      {card.state === 'active' ? <Button onClick={() => reportLost(card)}>{t('memberCard.lose')}</Button> : null}
      {card.state === 'lost' ? <Button onClick={() => undo(card)}>{t('memberCard.undo')}</Button> : null}
      {mayClear && (card.state === 'lost' || card.state === 'replaced') ? (
        <Button onClick={() => clear(card)}>{t('memberCard.clear')}</Button>
      ) : null}
    </>
  )
  return (
    <Modal open width={620} title={t('memberCard.of', { name: member.name })} footer={null} onCancel={onClose}>
      <div className="pl-cards">
        {online ? null : <Alert type="warning" showIcon title={t('memberCard.offline')} />}
        {cards.isPending ? <Skeleton active paragraph={{ rows: 2 }} /> : null}
        {cards.error ? <ErrorBlock error={cards.error} retry={() => void cards.refetch()} /> : null}
        {cards.data?.length === 0 ? <EmptyBlock title={t('memberCard.none')} hint={t('memberCard.noneHint')} /> : null}
        <ul>
          {cards.data?.map((card) => (
            <li key={card.id} data-state={card.state}>
              <strong className="pl-amount">{card.physicalCard}</strong>
              <ToneTag tone={tones[card.state]}>{t(`memberCard.state.${card.state}`)}</ToneTag>
              <small>
                {t('memberCard.since', { time: card.givenTime.slice(0, 16), name: card.givenBy || '—' })}
                {card.endedTime
                  ? ` · ${t('memberCard.until', { time: card.endedTime.slice(0, 16), name: card.endedBy || '—' })}`
                  : ''}
                {card.reason ? ` · ${card.reason}` : ''}
              </small>
              <span>{buttonsOf(card)}</span>
            </li>
          ))}
        </ul>
        <NewCard
          memberId={member.id}
          hasCard={cards.data?.some(({ state }) => state === 'active') ?? false}
          isOff={!online}
          onGiven={() => void changed()}
        />
      </div>
    </Modal>
  )
}

/** Assigns a scanned card to the member; Enter confirms. */
function NewCard(props: { memberId: string; hasCard: boolean; isOff: boolean; onGiven(): void }) {
  const { memberId, hasCard, isOff, onGiven } = props
  const { t } = useText()
  const [card, setCard] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  useFocusOnOpen(() => document.getElementById(NEW_CARD))
  const take = (value: string) => {
    setFailure(null)
    setCard(value)
  }
  useScan((scan) => {
    if (scan.kind !== 'memberCard' || scan.value === '') return void playSound('error')
    playSound('scan')
    take(scan.value)
  }, 'dialog')
  const give = async () => {
    const physicalCard = card.trim()
    if (physicalCard === '' || isBusy || isOff) return
    setBusy(true)
    try {
      const body = { userId: memberId, physicalCard, reason: '' }
      await withKey(body, (key) => client.memberCards.replace({ body, key }))
      playSound('done')
      take('')
      onGiven()
    } catch (error) {
      playSound('error')
      setFailure(error)
    }
    setBusy(false)
  }
  return (
    <Form layout="vertical" onFinish={() => void give()}>
      <Form.Item
        label={t(hasCard ? 'memberCard.replacing' : 'memberCard.giving')}
        htmlFor={NEW_CARD}
        extra={t(hasCard ? 'memberCard.replaceHint' : 'registration.swipe')}
      >
        <div className="pl-cards-new">
          <Input
            id={NEW_CARD}
            size="large"
            autoComplete="off"
            maxLength={32}
            value={card}
            status={failure ? 'error' : ''}
            onChange={({ target }) => take(target.value)}
          />
          <Button type="primary" size="large" htmlType="submit" loading={isBusy} disabled={isOff || card.trim() === ''}>
            {t(hasCard ? 'memberCard.replace' : 'memberCard.give')}
          </Button>
        </div>
      </Form.Item>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Form>
  )
}
