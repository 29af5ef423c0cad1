import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { TerminalSession, TerminalSettings } from '#shared/ipc/contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

interface Ride {
  /** Id of the order, or of the queue entry. */
  id: string
  fields: StartFields
  rule: OfferedRule
  vehicleName: string
  at: Date
}

/** Where and by whom a ticket is made. */
interface TicketContext {
  snapshot: Snapshot
  worker: TerminalSession
  settings: Pick<TerminalSettings, 'terminalName' | 'locale'>
}

/** The data of a ticket that this terminal makes, without its number. */
export function rideTicket(
  { id, fields, rule, vehicleName, at }: Ride,
  { snapshot: { store, cashiers }, worker, settings: { terminalName, locale } }: TicketContext,
): Omit<TicketData, 'ticketNo' | 'offline'> {
  const { racer, consumeVehicleMode: mode, people, userId: memberNo, remark, cashierId } = fields
  return {
    orderId: id,
    storeName: store.departName,
    racer,
    vehicleName,
    ruleName: rule.consumeRoleName,
    mode,
    amount: mode === 'circlemode' ? rule.countCycleNumber : rule.duration,
    people,
    memberNo,
    startedAt: at.toISOString(),
    cashier: cashiers.find((one) => one.id === cashierId)?.realname ?? worker.userInfo.realname,
    terminal: terminalName,
    remark,
    locale,
    timeZone: store.timeZone,
  }
}
