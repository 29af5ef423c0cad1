import { queryClient } from '#renderer/core/query.ts'
import { useCatalogueChanges } from '#renderer/platform/use-catalogue.ts'
import { changeOf } from '#renderer/ui/cash-given.calc.ts'
import { formatMinor, toMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ChargedPlay, ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import { costOf } from '#shared/features/sessions/charge-preview.calc.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { Notice } from './counter.calc.ts'
import { dueOf, type Plan } from './plan.calc.ts'
import { addStart, type RecentStart } from './recent-store.ts'
import type { StartResult } from './use-submit.ts'

/** A charged ride as an entry of the list of starts. */
const outcomeOf = (play: ChargedPlay): RecentStart['outcome'] => ({
  state: 'online',
  id: play.id,
  ticketNo: play.ticketNo,
  vehicleName: play.vehicleName,
  startedAt: play.ticket?.startedAt ?? new Date().toISOString(),
  result: null,
})

/** The notice for an order: its tickets, and whether they ride or wait. */
export function orderNotice({ usageMode, plays }: Pick<ChargeResult, 'usageMode' | 'plays'>): Notice {
  const [first] = plays
  const values = {
    // The strip compares it with the newest entry of the list of starts.
    ticket: first?.ticketNo ?? '',
    vehicle: plays.map(({ vehicleName }) => vehicleName).join('、'),
    count: plays.length,
  }
  if (usageMode === 'lineup') return { key: plays.length > 1 ? 'counter.queuedMany' : 'counter.queued', values }
  return { key: plays.length > 1 ? 'counter.chargedMany' : 'counter.charged', values }
}

/** Adds the change due to the notice of a cash payment. */
function withChange(notice: Notice, { chosen, rule }: Pick<Plan, 'chosen' | 'rule'>): Notice {
  const change = changeOf(dueOf(rule, chosen.people), chosen.received)
  const key = change ? changeKeys[notice.key] : undefined
  return key ? { key, values: { ...notice.values, change: formatMinor(change ?? 0) } } : notice
}

const changeKeys: Partial<Record<TextKey, TextKey>> = {
  'counter.charged': 'counter.charged.change',
  'counter.queued': 'counter.queued.change',
  'counter.sold.cash': 'counter.sold.cash.change',
}

/** Returns a function that shows a start at once, before the server's push: in the list, the vehicles and the strip. */
export function useStartResult(showNotice: (notice: Notice) => void) {
  const { refresh, patchVehicle } = useCatalogueChanges()

  return (plan: Plan, done: StartResult): void => {
    const { chosen, rule, member, offlinePay: pays } = plan
    const listPrice = rule ? costOf(rule, chosen.people).price : 0
    const charged = done.kind === 'charged' ? toMinor(done.order.amount) + toMinor(done.order.deposit) : listPrice
    // The amount of a coupon order is the coupon's value, which was not paid here.
    const price = listPrice > 0 ? charged : 0
    const remember = (outcome: RecentStart['outcome']) =>
      addStart({
        outcome,
        racer: chosen.racer,
        ruleName: rule?.consumeRoleName ?? '',
        memberName: member?.realname || member?.nickname || '',
        price: price > 0 ? formatMinor(price) : '',
        money: 'none',
        again: {
          type: chosen.type,
          ruleId: chosen.ruleId,
          people: chosen.people,
          racer: chosen.racer,
          memberId: chosen.userId,
        },
      })
    const markRiding = (vehicleId: string, startedAt: string) => {
      const minutes = chosen.mode === 'timermode' ? (rule?.duration ?? 0) : 0
      const began = new Date(startedAt)
      patchVehicle(vehicleId, {
        state: 'inUse',
        racer: chosen.racer,
        startedAt: toWireTime(began),
        endsAt: minutes > 0 ? toWireTime(new Date(began.getTime() + minutes * 60_000)) : null,
      })
    }
    if (done.kind === 'joined') {
      const { id, ticketNo, joinedAt } = done.entry
      remember({ state: 'offline', id, ticketNo, vehicleName: '', startedAt: joinedAt, result: null })
      showNotice({ key: 'counter.joined', values: { ticket: ticketNo } })
    } else if (done.kind === 'hung') {
      const { outcome } = done
      remember(outcome)
      markRiding(chosen.vehicleIds[0] ?? '', outcome.startedAt)
      const values = { ticket: outcome.ticketNo, vehicle: outcome.vehicleName, amount: formatMinor(price) }
      if (pays) showNotice(withChange({ key: `counter.sold.${pays}`, values }, plan))
      else showNotice({ key: startNoticeKey(outcome), values })
    } else {
      const { plays, usageMode } = done.order
      for (const play of [...plays].reverse()) {
        remember(outcomeOf(play))
        if (usageMode === 'immediate') markRiding(play.vehicleId, outcomeOf(play).startedAt)
      }
      showNotice(withChange(orderNotice(done.order), plan))
      refresh()
    }
    void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
  }
}

function startNoticeKey({ state, isTicketOwed }: RecentStart['outcome']): TextKey {
  if (isTicketOwed) return 'counter.doneTicketOwed'
  return state === 'online' ? 'counter.done' : 'counter.doneOffline'
}
