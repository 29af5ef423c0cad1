import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { type Draft, hearPhone, keepDraft, NOTHING_TYPED, storedDraft } from './registration-draft.ts'
import './member-registration.css'

interface MemberRegistrationProps {
  /** Called with the new member's id. */
  onDone(id: string): void
  /** Opens the member who already has this phone or card; null where not possible. */
  onOpen: ((id: string) => void) | null
  onClose(): void
}

/** A phone of this length is checked while typing. */
const PHONE_LENGTH = 11
const PAUSE_MS = 200
const order = ['phone', 'realname', 'physicalCard'] as const
const fieldNames = [...order, 'promoterCode'] as const

/** Registers a member: phone, name, card. Enter moves on, and saves after the last field. */
export function MemberRegistration({ onDone, onOpen, onClose }: MemberRegistrationProps) {
  const { t } = useText()
  const { online } = useLive(usePlatform().connection)
  const mayBind = useMay('promotedmember:add')
  const [draft, setDraft] = useState<Draft>(storedDraft)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const fields = useRef<Record<string, InputRef | null>>({})
  // One idempotency key per input: a retry after a lost response is the same member.
  const attempt = useRef({ key: newId(), body: '' })
  const holders = useHolders(draft)
  useFocusOnOpen(() => fields.current.phone?.input)
  useEffect(() => keepDraft(draft), [draft])
  useEffect(() => hearPhone((digit) => setDraft((old) => ({ ...old, phone: old.phone + digit }))), [])

  const change = (given: Partial<Draft>) => {
    setFailure(null)
    setDraft((old) => ({ ...old, ...given }))
  }
  useScan((scan) => {
    if (scan.kind !== 'memberCard' || scan.value === '') return void playSound('error')
    playSound('scan')
    change({ physicalCard: scan.value })
  }, 'dialog')

  const isEmpty = (name: keyof Draft) => draft[name].trim() === ''
  const save = async () => {
    if (isBusy || !online || holders.taken) return void playSound('error')
    if (draft.phone.trim() === '' && draft.realname.trim() === '') return void fields.current.phone?.focus()
    setBusy(true)
    try {
      const text = JSON.stringify(draft)
      if (attempt.current.body !== text) attempt.current = { key: newId(), body: text }
      const { promoterCode, ...given } = draft
      // Another guest may have typed the code here before.
      const body = mayBind && promoterCode.trim() !== '' ? draft : given
      const { result } = await client.memberRecords.add({ body, key: attempt.current.key })
      playSound('done')
      keepDraft(NOTHING_TYPED)
      onDone(result.id)
    } catch (error) {
      playSound('error')
      setFailure(error)
      setBusy(false)
      const field = fieldOf(error)
      if (!field) return
      // The member who has it by now, possibly the one from the lost response.
      void holders.again()
      fields.current[field]?.focus({ cursor: 'all' })
    }
  }
  // Nobody referred most members, so the code is no step of its own.
  const handleEnter = (name: keyof Draft) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = name === 'promoterCode' ? undefined : order.slice(order.indexOf(name) + 1).find(isEmpty)
    if (next) fields.current[next]?.focus()
    else void save()
  }
  const input = (name: keyof Draft, more: { maxLength: number; inputMode?: 'tel' | 'numeric' }) => (
    <Input
      ref={(field) => {
        fields.current[name] = field
      }}
      id={`registration-${name}`}
      size="large"
      autoComplete="off"
      value={draft[name]}
      status={holders[name] || fieldOf(failure) === name ? 'error' : ''}
      onChange={({ target }) => change({ [name]: target.value })}
      onKeyDown={handleEnter(name)}
      {...more}
    />
  )
  const ownerHint = (name: 'phone' | 'physicalCard') => {
    const holder = holders[name]
    if (!holder) return null
    return (
      <span className="pl-registration-taken" role="alert">
        {t(holder.text, { name: holder.name })}
        {onOpen ? (
          <Button type="link" size="small" onClick={() => onOpen(holder.id)}>
            {t('registration.open')}
          </Button>
        ) : null}
      </span>
    )
  }
  return (
    <Modal
      open
      width={460}
      style={{ top: 40 }}
      title={t('registration.title')}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form layout="vertical" className="pl-registration">
        <Form.Item label={t('member.phone')} htmlFor="registration-phone" extra={ownerHint('phone')}>
          {input('phone', { maxLength: 20, inputMode: 'tel' })}
        </Form.Item>
        <Form.Item label={t('member.realname')} htmlFor="registration-realname">
          {input('realname', { maxLength: 64 })}
        </Form.Item>
        <Form.Item
          label={t('member.physicalCard')}
          htmlFor="registration-physicalCard"
          extra={ownerHint('physicalCard') ?? t('registration.swipe')}
        >
          {input('physicalCard', { maxLength: 32 })}
        </Form.Item>
        {mayBind ? (
          <Form.Item
            label={t('registration.promoterCode')}
            htmlFor="registration-promoterCode"
            extra={t('registration.promoterHint')}
          >
            {input('promoterCode', { maxLength: 300 })}
          </Form.Item>
        ) : null}
        {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
        {online ? null : <Alert type="warning" showIcon title={t('registration.offline')} />}
        <footer className="pl-dialog-foot">
          <Button onClick={onClose}>
            <kbd>Esc</kbd> {t('action.cancel')}
          </Button>
          <Button
            type="primary"
            loading={isBusy}
            disabled={!online}
            title={online ? undefined : t('registration.offline')}
            onClick={() => void save()}
          >
            <kbd>Enter</kbd> {t('registration.save')}
          </Button>
        </footer>
      </Form>
    </Modal>
  )
}

/** The form field of a refusal. */
function fieldOf(error: unknown): keyof Draft | null {
  if (!(error instanceof AppError)) return null
  const { field } = error.details
  return fieldNames.find((one) => one === field) ?? (error.code === 'members.cardTaken' ? 'physicalCard' : null)
}

/** The existing owners of phone and card, checked while typing. */
function useHolders({ phone, physicalCard }: Draft) {
  const settled = useSettled(`${phone.trim().length >= PHONE_LENGTH ? phone.trim() : ''} ${physicalCard.trim()}`)
  const [askedPhone = '', askedCard = ''] = settled.split(' ')
  const asked = useQuery({
    queryKey: ['memberCheck', askedPhone, askedCard],
    queryFn: async () => (await client.memberCards.check({ query: { phone: askedPhone, idCard: askedCard } })).result,
    enabled: askedPhone !== '' || askedCard !== '',
    gcTime: 0,
  })
  const ofPhone = askedPhone === phone.trim() ? (asked.data?.phone ?? null) : null
  const ofCard = askedCard === physicalCard.trim() ? (asked.data?.card ?? null) : null
  const cardText = ofCard?.state === 'active' ? 'registration.cardTaken' : 'registration.cardEnded'
  return {
    phone: ofPhone && { ...ofPhone, text: 'registration.phoneTaken' as const },
    realname: null,
    promoterCode: null,
    physicalCard: ofCard && ({ ...ofCard, text: cardText } as const),
    again: asked.refetch,
    taken: ofPhone !== null || ofCard !== null,
  }
}

/** Debounces a value. */
function useSettled(value: string): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
