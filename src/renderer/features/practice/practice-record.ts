import type { Catalogue } from '#renderer/platform/platform.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { takesPoints } from '#shared/features/sessions/charge.calc.ts'
import type { PlayRecord, StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

interface RecordParts {
  fields: StartFields
  rule: Catalogue['rules'][number]
  member: Member | null
}

/** The play record of a practice start. */
export function recordOf(ticket: TicketData, { fields, rule, member }: RecordParts): PlayRecord {
  const times = rule.priceMode === 'one' ? 1 : fields.people
  return {
    id: ticket.orderId,
    sysOrgCode: rule.sysOrgCode,
    sysOrgCode_dictText: ticket.storeName,
    createTime: toWireTime(new Date(ticket.startedAt)),
    playState: 'PENDING',
    playState_dictText: 'PENDING',
    ticketNo: ticket.ticketNo,
    terminalTicket: '',
    gameLogId: null,
    rechargeId: null,
    consumeId: null,
    userId: member?.id ?? null,
    userNickname: member?.nickname ?? '',
    userTruenmae: member?.realname ?? '',
    racer: fields.racer,
    ruleId: rule.id,
    roleName: rule.consumeRoleName,
    consumeType: rule.consumeTypeRole,
    consumeType_dictText: rule.consumeTypeRole,
    consumeVehicleMode: fields.consumeVehicleMode,
    consumeVehicleMode_dictText: fields.consumeVehicleMode,
    countCycleNumber: rule.countCycleNumber,
    duration: rule.duration,
    people: fields.people,
    price: fromMinor(toMinor(rule.price) * times),
    // The rule already has the member's price.
    discount: 0,
    priceMode: rule.priceMode,
    refundState: 'none',
    levelDiscount: 'NO',
    memberLevel: member?.memberLevel ?? '',
    coins: rule.consumeTypeRole === 'COIN' ? rule.coins * times : 0,
    integral: takesPoints(rule.consumeTypeRole) ? rule.integral * times : 0,
    frequency: rule.consumeTypeRole === 'FREQUENCY' ? rule.frequency * times : 0,
    deposit: rule.consumeTypeRole === 'NOCARDCONSUME' ? rule.deposit : 0,
    vehicleId: fields.vehicleId,
    vehicleName: ticket.vehicleName,
    terminalName: '',
    cashierName: '',
    operatorName: '',
    offline: false,
    ruleConflict: '',
    remark: fields.remark,
  }
}
