import { useCallback } from 'react'
import { remedied } from '#renderer/core/remedies.ts'
import { useOwner } from '#renderer/features/counter/use-owner.ts'
import { removePayment, storePayment } from '#renderer/features/paying/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { AppError } from '#shared/core/errors.ts'
import type { ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import { amountOf, chargeFieldsOf, type Plan, startFieldsOf } from './plan.calc.ts'
import type { StartResult } from './start-result.calc.ts'

/**
 * Sends a plan to the platform. An order is stored until its result is known, so that a reload or a lost response does
 * not leave its payment unclear.
 */
export function useSubmit() {
  const platform = usePlatform()
  const owner = useOwner()
  const openDrawer = useDrawer()

  const charge = useCallback(
    async (
      plan: Plan,
      id: string,
      extra: { password?: string | undefined; payCode?: string },
    ): Promise<ChargeResult> => {
      const { chosen, rule, member } = plan
      storePayment({
        orderId: id,
        kind: 'consume',
        what: [
          member?.realname || member?.nickname || chosen.racer,
          rule?.consumeRoleName,
          ...chosen.cart.map(({ name }) => name),
        ]
          .filter(Boolean)
          .join(' · '),
        amount: amountOf(plan),
        owner,
      })
      const fields = { ...chargeFieldsOf(plan), payCode: extra.payCode ?? null }
      try {
        const result = await platform.charge(fields, id, extra.password)
        if (result.payState !== 'nopay') removePayment(id)
        return result
      } catch (error) {
        if (!isAnswerLost(error)) removePayment(id)
        throw error
      }
    },
    [platform, owner],
  )

  const submit = useCallback(
    async (plan: Plan, id: string, password?: string): Promise<StartResult> => {
      if (plan.startMode === 'hang' || plan.startMode === 'sell') {
        const received = plan.offlinePay === 'cash' ? (plan.chosen.received ?? undefined) : undefined
        const fields = { ...startFieldsOf(plan), pays: plan.offlinePay ?? undefined, received }
        const outcome = await remedied(() => platform.start(fields, id, password))
        if (plan.offlinePay === 'cash') openDrawer(id)
        return { kind: 'hung', outcome }
      }
      if (plan.startMode === 'join') {
        if (!platform.offlineQueue) throw new AppError('common.offline')
        return { kind: 'joined', entry: await platform.offlineQueue.join(startFieldsOf(plan), id) }
      }
      const order = await charge(plan, id, { password })
      if (order.payMode === 'cash' && order.amount + order.deposit > 0) openDrawer(id)
      return { kind: 'charged', order }
    },
    [platform, charge, openDrawer],
  )

  return { charge, submit }
}
