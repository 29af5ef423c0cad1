import { queryClient } from '#renderer/core/query.ts'
import { addStart, type RecentStart } from '#renderer/features/counter/starts/recent-store.ts'
import { useCatalogueChanges } from '#renderer/platform/use-catalogue.ts'
import { formatMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ChargedPlay } from '#shared/features/sessions/charge.schema.ts'
import type { Plan } from './plan.calc.ts'
import { paidPrice, type StartResult } from './start-result.calc.ts'

/** A charged ride as an entry of the list of starts. */
const outcomeOf = (play: ChargedPlay): RecentStart['outcome'] => ({
  state: 'online',
  id: play.id,
  ticketNo: play.ticketNo,
  vehicleName: play.vehicleName,
  startedAt: play.ticket?.startedAt ?? new Date().toISOString(),
  result: null,
})

/** Returns a function that shows a start at once, before the server's push: in the list of starts and on the vehicles. */
export function useStartRecord() {
  const { refresh, patchVehicle } = useCatalogueChanges()

  return (plan: Plan, done: StartResult): void => {
    const { chosen, rule, member } = plan
    const price = paidPrice(plan, done)
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
        runId: '',
        racer: chosen.racer,
        startedAt: toWireTime(began),
        endsAt: minutes > 0 ? toWireTime(new Date(began.getTime() + minutes * 60_000)) : null,
      })
    }
    if (done.kind === 'joined') {
      const { id, ticketNo, joinedAt } = done.entry
      remember({ state: 'offline', id, ticketNo, vehicleName: '', startedAt: joinedAt, result: null })
    } else if (done.kind === 'hung') {
      remember(done.outcome)
      markRiding(chosen.vehicleIds[0] ?? '', done.outcome.startedAt)
    } else {
      const { plays, usageMode } = done.order
      for (const play of [...plays].reverse()) {
        remember(outcomeOf(play))
        if (usageMode === 'immediate') markRiding(play.vehicleId, outcomeOf(play).startedAt)
      }
      refresh()
    }
    void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
  }
}
