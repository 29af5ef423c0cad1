import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Cashier } from '#shared/features/sessions/consume.contract.ts'
import { CashierList } from './cashier-list.tsx'
import { CashierPassword } from './cashier-password.tsx'
import { cashierOfBadge } from './cashiers.calc.ts'
import { showBadge, useCashier, useShownBadge } from './use-cashier.ts'

/** `again`: the cashier must enter the password again. */
type Step = { kind: 'home' } | { kind: 'again' } | { kind: 'list' } | { kind: 'password'; of: Cashier }

const CHANGE_ID = 'cashier-change'

/** The cashier of this counter: change (spec §2), by the next cashier's password (spec §4), and leave. */
export function CashierDialog({ isAgain, onClose }: { isAgain: boolean; onClose(): void }) {
  const platform = usePlatform()
  const { t } = useText()
  const { cashier, choose } = useCashier()
  const self = useSession(({ session }) => session?.userInfo.id) ?? ''
  const [first, setStep] = useState<Step>({ kind: cashier ? (isAgain ? 'again' : 'home') : 'list' })
  const [warning, setWarning] = useState('')
  const list = useQuery({ queryKey: ['cashiers'], queryFn: () => platform.cashiers.list() })
  const serving = list.data?.find(({ id }) => id === cashier?.id)
  const retryStep: Step = serving ? { kind: 'password', of: serving } : { kind: 'list' }
  const step = first.kind === 'again' ? retryStep : first
  useFocusOnOpen(() => document.getElementById(CHANGE_ID), step.kind === 'home')

  const take = ({ id, realname }: Cashier) => {
    playSound('done')
    choose({ id, realname })
    onClose()
  }
  /** A cashier without a password, or the signed-in user, may take over at once; the server still verifies it. */
  const pick = async (person: Cashier) => {
    setWarning('')
    if (person.havePassword === 'YES' && person.id !== self) return setStep({ kind: 'password', of: person })
    try {
      await platform.cashiers.check(person.id, '')
      take(person)
    } catch (error) {
      playSound('error')
      setWarning(textOfError(t, error))
    }
  }
  /** A badge identifies the cashier. Where the store accepts badges it also authenticates; otherwise the password is required. */
  const pickByBadge = async (person: Cashier) => {
    setWarning('')
    const needsProof = person.havePassword === 'YES' && person.id !== self
    try {
      if (needsProof && (await platform.cashiers.checkBadge(person.id, person.workNo))) return take(person)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'cashiers.badgeAlone')) {
        playSound('error')
        return setWarning(textOfError(t, error))
      }
    }
    await pick(person)
  }
  const { badge } = useShownBadge()
  const people = list.data
  const cashierOf = (value: string) =>
    cashierOfBadge(people ?? [], value, platform.settings?.state.get()?.keyboard.badgePrefix ?? '')
  useScan(({ kind, value }) => {
    const isBadge = kind === 'staffBadge' || cashierOf(value) !== null
    if (isBadge) showBadge(value)
    // A member's card goes to the counter, also while this dialog is open.
    return isBadge ? undefined : false
  }, 'dialog')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the badge that opened the dialog
  useEffect(() => {
    if (badge === '' || !people) return
    showBadge('')
    const person = cashierOf(badge)
    if (person) void pickByBadge(person)
    else {
      playSound('error')
      setWarning(t('cashier.badgeUnknown'))
    }
  }, [badge, people])
  const leave = () => {
    choose(null)
    onClose()
  }
  const goBack = () => {
    setWarning(t('cashier.passwordRequired'))
    setStep({ kind: 'list' })
  }

  return (
    <Modal
      open
      width="90%"
      className="pl-cashiers"
      title={t(step.kind === 'password' ? 'cashier.hint' : 'cashier.choose')}
      footer={null}
      onCancel={step.kind === 'password' ? goBack : onClose}
    >
      {warning ? <Alert type="warning" showIcon title={warning} /> : null}
      {cashier && step.kind !== 'password' ? (
        <p className="pl-cashiers-now">
          {t('cashier.now')} <strong>{cashier.realname}</strong>
        </p>
      ) : null}
      {step.kind === 'home' ? (
        <div className="pl-cashiers-home">
          <Button id={CHANGE_ID} type="primary" onClick={() => setStep({ kind: 'list' })}>
            {t('cashier.change')}
          </Button>
          <Button onClick={leave}>{t('cashier.leave')}</Button>
        </div>
      ) : null}
      {step.kind === 'list' && list.isPending ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {step.kind === 'list' && list.error ? <ErrorBlock error={list.error} retry={() => void list.refetch()} /> : null}
      {step.kind === 'list' && list.data ? (
        <CashierList cashiers={list.data} chosen={cashier?.id ?? ''} self={self} onPick={(one) => void pick(one)} />
      ) : null}
      {step.kind === 'password' ? (
        <CashierPassword cashier={step.of} onRight={() => take(step.of)} onCancel={goBack} />
      ) : null}
    </Modal>
  )
}
