import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import type { StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { ChargeFields } from './platform.ts'
import { chargeOnce, isAnswerLost, startOnce } from './start-once.ts'

const fields = {
  consumeVehicleMode: 'circlemode',
  ruleId: 'r1',
  remark: '',
  racer: '神秘车手',
  vehicleId: 'v1',
  userId: '',
  people: 1,
} as const

/** A server that fails with each code in turn and then answers; it records the requests. */
function serverThat(...codes: ErrorCode[]) {
  const sent: { key: string; startedAt: string; vehicleId: string }[] = []
  const start = startOnce(async ({ startedAt, vehicleId }, key) => {
    sent.push({ key, startedAt, vehicleId })
    const code = codes.shift()
    if (code) throw new AppError(code)
    return { id: key, ticketNo: 'A001', vehicleName: '01', startedAt } as StartResult
  })
  return { sent, start }
}

describe('a start from a browser', () => {
  it('is resent unchanged under the same id, whatever the screen shows by then', async () => {
    const { sent, start } = serverThat('common.timeout')
    const id = newId()
    await expect(start(fields, id)).rejects.toMatchObject({ code: 'common.timeout' })
    expect((await start({ ...fields, vehicleId: 'v2' }, id)).state).toBe('online')
    expect(sent[1]).toEqual(sent[0])
  })

  it('under another id is a new start', async () => {
    const { sent, start } = serverThat('common.timeout')
    await expect(start(fields, newId())).rejects.toMatchObject({ code: 'common.timeout' })
    await start({ ...fields, vehicleId: 'v2' }, newId())
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
    expect(sent[1]?.vehicleId).toBe('v2')
  })

  it('has another body after a refusal, also under the same id', async () => {
    const { sent, start } = serverThat('sessions.vehicleTaken')
    const id = newId()
    await expect(start(fields, id)).rejects.toMatchObject({ code: 'sessions.vehicleTaken' })
    await start({ ...fields, vehicleId: 'v2' }, id)
    expect(sent.map(({ vehicleId }) => vehicleId)).toEqual(['v1', 'v2'])
  })

  it.each([
    ['common.offline', true],
    ['common.timeout', true],
    ['common.unavailable', true],
    ['sessions.vehicleTaken', false],
  ] as const)('that ends in %s may have been done: %s', (code, isLost) => {
    expect(isAnswerLost(new AppError(code))).toBe(isLost)
  })
})

describe('a charge under the key of a queue entry', () => {
  it.each([
    ['refused', 'members.passwordWrong'],
    ['lost, and its entry waits again', 'common.timeout'],
  ] as const)('that was %s is sent as it is given', async (_, code) => {
    const sent: unknown[] = []
    const charge = chargeOnce(async ({ password, racer }) => {
      sent.push({ password, racer })
      if (sent.length === 1) throw new AppError(code)
      return {} as ChargeResult
    })
    const order = { racer: '小李' } as ChargeFields
    const id = newId()
    await expect(charge(order, id, '111111')).rejects.toMatchObject({ code })
    await charge({ ...order, racer: '小王' }, id, '246810')
    expect(sent).toEqual([
      { password: '111111', racer: '小李' },
      { password: '246810', racer: '小王' },
    ])
  })
})
