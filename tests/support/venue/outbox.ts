import type { NewStart } from '#main/features/outbox/outbox.store.ts'
import { newId } from '#shared/core/id.ts'

/** A start of a guest on one vehicle, as a terminal stores it. */
export function buildStart({
  now = Date.parse('2026-03-01T02:00:00Z'),
  ...given
}: Partial<NewStart> & { now?: number }): NewStart {
  const id = newId()
  const startedAt = new Date(now).toISOString()
  return {
    id,
    orgCode: 'A01A01',
    startedAt,
    day: '2026-03-01',
    prefix: 'T1',
    offline: true,
    body: {
      consumeVehicleMode: 'timermode',
      ruleId: 'rule',
      remark: '',
      racer: '神秘车手',
      vehicleId: 'vehicle',
      userId: '',
      people: 1,
      printId: '',
    },
    consumeType: 'BALANCE',
    minutes: 8,
    hold: { money: 6800, integral: 0, laps: 0, coins: 0, give: 0 },
    isProven: false,
    price: 6800,
    ticket: {
      orderId: id,
      storeName: '一号店',
      racer: '神秘车手',
      vehicleName: '1 号车',
      ruleName: '卡丁车',
      mode: 'timermode',
      amount: 8,
      people: 1,
      memberNo: '',
      startedAt,
      cashier: '小李',
      terminal: 'T1',
      remark: '',
      locale: 'zh',
      timeZone: 'Asia/Shanghai',
    },
    ...given,
  }
}
