import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, Modal, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { waitsForPlace } from '#shared/features/events/events.calc.ts'
import type { SignUpOption } from '#shared/features/events/sign-ups.schema.ts'
import { refreshSignUps, useCancelSignUp } from './use-cancel-sign-up.ts'
import './events.css'

interface SignUpDialogProps {
  /** The member; without one the dialog asks for it. */
  member?: { id: string; name: string }
  onDone?(): void
  onClose(): void
}

/** Signs a member up for an event, or cancels a sign-up. */
export function SignUpDialog({ member, onDone, onClose }: SignUpDialogProps) {
  const { t } = useText()
  const [chosen, setChosen] = useState('')
  const userId = member?.id ?? chosen
  const found = useQuery({
    queryKey: ['eventOptions', userId],
    queryFn: async () => (await client.eventSignUps.options({ query: { userId } })).result,
    enabled: userId !== '',
    gcTime: 0,
  })
  const { data } = found
  return (
    <Modal
      open
      width={560}
      title={member ? t('event.signUpTitleOf', { name: member.name }) : t('event.signUpTitle')}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {member ? null : (
        <Form layout="vertical">
          <Form.Item label={t('event.memberName')}>
            <MemberPickerField value={chosen} onChange={(id) => setChosen(id ?? '')} />
          </Form.Item>
        </Form>
      )}
      {userId !== '' && found.isPending ? <Skeleton active paragraph={{ rows: 5 }} /> : null}
      {found.error ? <ErrorBlock error={found.error} retry={() => void found.refetch()} /> : null}
      {data?.events.length === 0 ? <EmptyBlock title={t('event.noEvents')} /> : null}
      {data && data.events.length > 0 ? (
        <SignUpForm
          // A member of its own: nothing that was typed for another one stays.
          key={userId}
          userId={userId}
          name={member?.name ?? userId}
          events={data.events}
          available={data.available}
          needsPassword={data.passwordRequired}
          onDone={() => {
            onDone?.()
            onClose()
          }}
          onClose={onClose}
        />
      ) : null}
    </Modal>
  )
}

interface SignUpFormProps {
  userId: string
  name: string
  events: readonly SignUpOption[]
  available: number
  needsPassword: boolean
  onDone(): void
  onClose(): void
}

const canSignUp = ({ refusal, signUp }: SignUpOption): boolean => refusal === '' && signUp === null

function SignUpForm({ userId, name, events, available, needsPassword, onDone, onClose }: SignUpFormProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [eventId, setEventId] = useState(() => (events.find(canSignUp) ?? events[0])?.eventId ?? '')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  const mayCancel = useMay('eventsignup:cancel')
  const cancel = useCancelSignUp()
  const event = events.find((one) => one.eventId === eventId) ?? events[0]
  if (!event) return null
  const { signUp, fee } = event
  const takesValue = fee > 0 && canSignUp(event)
  const isReady = canSignUp(event) && (!takesValue || !needsPassword || password !== '')

  const send = async () => {
    if (!isReady || isBusy) return
    setBusy(true)
    setFailure(null)
    const body = { eventId: event.eventId, userId, fee }
    try {
      // The password is no part of the sign-up: what was mistyped is tried again under the same key.
      const { result } = await withKey(body, (key) => client.eventSignUps.add({ key, body: { ...body, password } }))
      const { signUpState: state, number, ahead } = result
      const done = state === 'waiting' || state === 'preparing' ? state : 'successful'
      void message.success(t(`event.done.${done}`, { number, ahead }))
      await refreshSignUps()
      onDone()
    } catch (error) {
      setFailure(error)
      setPassword('')
      setBusy(false)
      await refreshSignUps()
    }
  }
  return (
    <Form layout="vertical" onFinish={() => void send()}>
      <Form.Item>
        <Radio.Group
          className="pl-event-options"
          value={event.eventId}
          onChange={({ target }) => {
            setEventId(target.value as string)
            setFailure(null)
          }}
        >
          {events.map((one) => (
            <Radio key={one.eventId} value={one.eventId}>
              <EventLine event={one} />
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <output className="pl-event-outcome" aria-live="polite">
        {canSignUp(event) ? <Outcome event={event} available={available} /> : event.refusal}
      </output>
      {takesValue && needsPassword ? (
        <Form.Item label={t('exchange.password')} htmlFor="event-password" required>
          <Input.Password
            id="event-password"
            autoComplete="off"
            inputMode="numeric"
            maxLength={64}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Form.Item>
      ) : null}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <div className="pl-dialog-foot">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        {signUp && mayCancel ? (
          <Button danger onClick={() => cancel({ ...event, ...signUp, name })}>
            {t('event.cancelSignUp')}
          </Button>
        ) : null}
        {signUp ? null : (
          <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isReady}>
            {t('event.confirm')}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** An event with its time, fee and places, and the member's own sign-up. */
function EventLine({ event }: { event: SignUpOption }) {
  const { t } = useText()
  const { eventName, startTime, endTime, fee, places, taken, waiting, signUp } = event
  const left = places - taken
  const facts = [
    `${startTime.slice(0, 16)} – ${endTime.slice(startTime.slice(0, 10) === endTime.slice(0, 10) ? 11 : 0, 16)}`,
    fee > 0 ? formatAmount(fee) : t('event.free'),
    ...(places === 0
      ? []
      : [left > 0 && waiting === 0 ? t('event.placesLeft', { left }) : t('event.full', { waiting })]),
  ]
  return (
    <span className="pl-event-option">
      <strong>{eventName}</strong>
      <small>{facts.join(' · ')}</small>
      {signUp ? (
        <small>
          {t(`event.signUpState.${signUp.signUpState}`)} · {t('event.number')} {signUp.number}
        </small>
      ) : null}
    </span>
  )
}

/** What a sign-up would do now. */
function Outcome({ event, available }: { event: SignUpOption; available: number }) {
  const { t } = useText()
  const { fee, registrationEnd } = event
  const waits = waitsForPlace(event)
  const isShort = !waits && fee > available
  return (
    <>
      {waits
        ? t('event.willWait')
        : fee === 0
          ? t('event.willJoin')
          : t('event.willHold', { fee: formatAmount(fee), time: registrationEnd.slice(0, 16) })}
      {fee > 0 && !waits ? (
        <>
          {' · '}
          <span className={isShort ? 'pl-event-short' : ''}>
            {t('event.available', { amount: formatAmount(available) })}
          </span>
        </>
      ) : null}
    </>
  )
}
