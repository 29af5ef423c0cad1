import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { newId } from '#shared/core/id.ts'
import { formatMinor, toMinor } from '#shared/core/money.ts'
import { lateRefundOf } from '#shared/features/events/events.calc.ts'
import type { SignUpState } from '#shared/features/events/sign-ups.schema.ts'

/** A sign-up to cancel. */
interface Cancelled {
  id: string
  name: string
  eventName: string
  signUpState: SignUpState
  fee: number
  lateRefund: number
  /** Whether registration is still open, so that the fee is given back whole. */
  isWhole: boolean
}

/** Reads everything again that shows sign-ups or the member's money. */
export const refreshSignUps = (): Promise<unknown> =>
  Promise.all([
    refreshList('events'),
    refreshList('eventSignUps'),
    ...['eventOptions', 'memberWallets', 'memberGlance'].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey: [queryKey] }),
    ),
  ])

/** Cancels a sign-up after a question that says what is given back. */
export function useCancelSignUp(): (signUp: Cancelled) => void {
  const { t } = useText()
  const ask = useConfirmation()
  return ({ id, name, eventName, signUpState, fee, lateRefund, isWhole }) => {
    const key = newId()
    const back = lateRefundOf(toMinor(fee), lateRefund)
    const hint = (): string => {
      if (signUpState === 'waiting') return t('event.leaveWaiting')
      if (isWhole)
        return signUpState === 'preparing'
          ? t('event.backNothing')
          : t('event.backWhole', { fee: formatMinor(toMinor(fee)) })
      return t('event.backPart', {
        percent: lateRefund,
        back: formatMinor(back),
        kept: formatMinor(toMinor(fee) - back),
      })
    }
    const cancel = async (reason: string): Promise<string> => {
      try {
        return (await client.eventSignUps.cancel({ key, body: { id, reason } })).message
      } finally {
        await refreshSignUps()
      }
    }
    void ask(t('event.cancelSignUpAsk', { name, event: eventName }), cancel, {
      ...(fee > 0 ? { hint: hint() } : {}),
      asksReason: true,
      ok: t('event.cancelSignUp'),
    })
  }
}
