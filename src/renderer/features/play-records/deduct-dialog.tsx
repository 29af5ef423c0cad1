import { Alert, Button, Form, Input, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { asksForCashier, CashierField, isUnproven, useCashier } from '#renderer/features/cashiers/index.ts'
import { MemberOutcome, MemberSearch, useLevelOf, useMember } from '#renderer/features/members/index.ts'
import { PayDialog } from '#renderer/features/paying/index.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount, formatMinor, fromMinor, toMinor } from '#shared/core/money.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import { costWords } from './cost.tsx'
import { deductionOf, paysAsGuest, priceFor, takenOf, takesMoney } from './play-records.calc.ts'
import { type Rode, RodeFields, rodeOf } from './rode-fields.tsx'
import { SettleCoupon, useSettleCoupon } from './settle-coupon.tsx'
import { SettleGuest } from './settle-guest.tsx'
import './deduct.css'

const SEARCH_ID = 'deduct-member-search'

interface DeductDialogProps {
  record: PlayRecord
  /** Called after payment with the payer's name. */
  onDeducted?: ((name: string) => void) | undefined
  onClose(): void
}

/** Settles a pending ride by its consume type: from a member's wallets, or paid as a walk-in (spec §2, §4). */
export function DeductDialog(props: DeductDialogProps) {
  return paysAsGuest(props.record) ? <SettleGuest {...props} /> : <DeductFromMember {...props} />
}

/** Deducts it once from a member's wallets, and shows the payment until it is settled. */
function DeductFromMember({ record, onDeducted, onClose }: DeductDialogProps) {
  const { t } = useText()
  const [paying, setPaying] = useState<{ orderId: string; name: string; price: number } | null>(null)
  const settled = () => {
    void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
    void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
  }
  if (paying)
    return (
      <PayDialog
        orderId={paying.orderId}
        what={paying.name}
        amount={paying.price > 0 ? formatAmount(paying.price) : ''}
        query={async (id) => (await client.consume.queryById({ query: { id } })).result.payState}
        onPaid={() => onDeducted?.(paying.name)}
        onEnd={settled}
        onClose={onClose}
      />
    )
  return (
    <Modal open width={520} title={t('deduct.title')} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <Deduct
        record={record}
        onAccepted={(orderId, name, price) => setPaying({ orderId, name, price })}
        onClose={onClose}
      />
    </Modal>
  )
}

function Deduct({
  record,
  onAccepted,
  onClose,
}: {
  record: PlayRecord
  onAccepted(orderId: string, name: string, price: number): void
  onClose(): void
}) {
  const { t } = useText()
  const levelOf = useLevelOf()
  const chargeOrder = useCatalogue().data?.store.chargeOrder ?? 'paidFirst'
  const [isChanging, setChanging] = useState(!record.userId)
  const [password, setPassword] = useState('')
  const [rode, setRode] = useState(rodeOf(record))
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const { cashier } = useCashier()
  const [isCashierOpen, openCashier] = useState(false)
  // One idempotency key per deduction; another member is another deduction.
  const attempt = useRef({ key: newId(), memberId: '' })
  const who = useMember(
    () => {
      playSound('scan')
      setChanging(false)
      setFailure(null)
    },
    () => playSound('error'),
  )
  const discount = useSettleCoupon(record, () => {
    attempt.current = { key: newId(), memberId: '' }
    setFailure(null)
  })
  useScan((scan) => {
    if (isBusy) playSound('error')
    else if (scan.kind === 'ownCoupon' && discount.isOffered) void discount.find(scan.value)
    else who.hearScan(scan)
  }, 'dialog')

  useFocusOnOpen(() => (record.userId ? null : document.getElementById(SEARCH_ID)))

  const { find } = who
  useEffect(() => {
    if (record.userId) void find({ id: record.userId })
  }, [record.userId, find])

  const member = who.member
  // Only the server can compute visits and cards of a project; it refuses with the details.
  // The price for the payer, whose level may differ.
  const percent = member ? (levelOf(member.orgCode, member.memberLevel)?.discount ?? 0) : 0
  const agreed = member ? priceFor(record, member, percent) : toMinor(record.price)
  const price = discount.priceOf(agreed)
  const priced = { ...record, price: fromMinor(price) }
  const deduction =
    member && takesMoney(record) ? deductionOf(priced, member, chargeOrder, toMinor(record.price)) : null
  const taken = member ? takenOf(record, member) : []
  const hasPrice = record.consumeType !== 'PLAYFREELY' && record.consumeType !== 'TESTCARD'
  const needsPassword = member?.havePassword === 'YES'

  // Another racer or remark is another request with its own key.
  const changeRode = (next: Rode) => {
    attempt.current = { key: newId(), memberId: '' }
    setRode(next)
  }

  const confirm = async () => {
    if (isBusy || discount.isBusy || !member || discount.checkEntered()) return
    if (needsPassword && password === '') return setFailure(t('deduct.passwordHint'))
    if (attempt.current.memberId !== member.id) attempt.current = { key: newId(), memberId: member.id }
    setBusy(true)
    setFailure(null)
    try {
      const { message } = await client.playBeforePay.settle({
        key: attempt.current.key,
        body: {
          id: record.id,
          consumeType: record.consumeType,
          consumeVehicleMode: record.consumeVehicleMode,
          usageMode: 'lineup',
          doTask: 'YES',
          sysDepartConsumeRoleId: record.ruleId,
          vehicleId: record.vehicleId,
          userId: member.id,
          racer: rode.racer,
          remark: rode.remark,
          cashierId: cashier?.id,
          departusername: cashier?.realname,
          groupNumber: discount.coupon?.code ?? null,
          password: needsPassword ? password : null,
        },
      })
      onAccepted(message, member.realname || member.nickname, priced.price)
    } catch (error) {
      playSound('error')
      setFailure(error)
      setBusy(false)
      if (asksForCashier(error)) openCashier(true)
    }
  }

  return (
    <Form layout="vertical" onFinish={() => void confirm()} className="pl-deduct">
      <Alert type="warning" showIcon title={t('deduct.warning')} />
      <dl className="pl-deduct-record">
        <dt>{t('deduct.record')}</dt>
        <dd>{[ticketsOf(record), record.vehicleName, record.racer].filter(Boolean).join(' · ')}</dd>
        <dt>{t('records.ruleName')}</dt>
        <dd>
          {record.roleName} · {t('deduct.people', { count: record.people })}
        </dd>
        <dt>{t('deduct.payMode')}</dt>
        <dd>{t(`type.${record.consumeType}`)}</dd>
        <dt>{t('deduct.amount')}</dt>
        <dd className="pl-amount pl-deduct-price">{hasPrice ? costWords(t, priced) : t('settle.byRule')}</dd>
        <dt>{t('cashier.label')}</dt>
        <dd>
          <CashierField isOpen={isCashierOpen} isAgain={isUnproven(failure)} onOpen={openCashier} />
        </dd>
      </dl>

      <SettleCoupon chosen={discount} off={agreed - price} isSent={isBusy} />
      <RodeFields value={rode} onChange={changeRode} />

      {isChanging ? (
        <>
          <p className="pl-deduct-choose">{t('deduct.choose')}</p>
          <MemberSearch id={SEARCH_ID} autoFocus onChoose={who.choose} />
        </>
      ) : null}
      {member && isChanging ? null : <MemberOutcome who={who} onChange={() => setChanging(true)} />}

      {deduction?.covered ? (
        <div role="status" className="pl-deduct-outlook" data-testid="deduct-outlook">
          {deduction.balance > 0 || deduction.give === 0 ? (
            <span>{t('deduct.split', { wallet: t('wallet.balance'), amount: formatMinor(deduction.balance) })}</span>
          ) : null}
          {deduction.give > 0 ? (
            <span>{t('deduct.split', { wallet: t('wallet.give'), amount: formatMinor(deduction.give) })}</span>
          ) : null}
          <strong>
            {t('deduct.rest')} <span className="pl-amount">{formatMinor(deduction.rest)}</span>
          </strong>
        </div>
      ) : null}
      {taken.map(({ wallet, amount, rest }) =>
        rest >= 0 ? (
          <div key={wallet} role="status" className="pl-deduct-outlook" data-testid={`deduct-${wallet}`}>
            <span>{t('deduct.split', { wallet: t(`wallet.${wallet}`), amount: String(amount) })}</span>
            <strong>
              {t('deduct.rest')} <span className="pl-amount">{rest}</span>
            </strong>
          </div>
        ) : (
          <Alert
            key={wallet}
            type="error"
            showIcon
            title={t('deduct.shortOf', {
              wallet: t(`wallet.${wallet}`),
              needed: String(amount),
              available: String(amount + rest),
            })}
          />
        ),
      )}
      {deduction && !deduction.covered ? (
        <Alert
          type="error"
          showIcon
          title={t('counter.will.short', { needed: deduction.needed, available: deduction.available })}
        />
      ) : null}

      {needsPassword && !isChanging ? (
        <Form.Item label={t('deduct.passwordLabel')} htmlFor="deduct-password" extra={t('deduct.passwordHint')}>
          <Input.Password
            id="deduct-password"
            value={password}
            autoFocus
            autoComplete="off"
            maxLength={64}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form.Item>
      ) : null}
      {failure ? (
        <Alert type="error" showIcon title={typeof failure === 'string' ? failure : textOfError(t, failure)} />
      ) : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button
          key={member ? 'ready' : 'waiting'}
          type="primary"
          htmlType="submit"
          autoFocus={member !== null && !needsPassword}
          loading={isBusy}
          disabled={!member || isChanging || discount.isBusy}
        >
          {t('deduct.confirm')}
        </Button>
      </footer>
    </Form>
  )
}
