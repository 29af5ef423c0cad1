import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import type { StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import { startOnce } from './start-once.ts'

const fields = {
  consumeVehicleMode: 'circlemode',
  roleId: 'r1',
  remark: '',
  cheshou: '神秘车手',
  vehicleId: 'v1',
  userId: '',
  people: 1,
} as const

/** A server that fails with each code in turn and then answers; it keeps what it was sent. */
function serverThat(...codes: ErrorCode[]) {
  const sent: { key: string; startedAt: string }[] = []
  const start = startOnce(async ({ startedAt }, key) => {
    sent.push({ key, startedAt })
    const code = codes.shift()
    if (code) throw new AppError(code)
    return { id: key, ticketNo: 'A001', vehicleName: '01', startedAt } as StartResult
  })
  return { sent, start }
}

describe('a start from a browser', () => {
  it.each(['common.offline', 'common.timeout', 'common.unavailable'] as const)(
    'is sent again under the same key and time when the answer got lost (%s)',
    async (code) => {
      const { sent, start } = serverThat(code)
      await expect(start(fields)).rejects.toMatchObject({ code })
      expect((await start(fields)).state).toBe('online')
      expect(sent[1]).toEqual(sent[0])
    },
  )

  it('gets a new key after an answer, after a refusal, and when anything about it changed', async () => {
    const { sent, start } = serverThat('sessions.vehicleTaken')
    await expect(start(fields)).rejects.toMatchObject({ code: 'sessions.vehicleTaken' })
    await start(fields)
    await start(fields)
    const changed = serverThat('common.offline')
    await expect(changed.start(fields)).rejects.toMatchObject({ code: 'common.offline' })
    await changed.start({ ...fields, people: 2 })
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
    expect(new Set(changed.sent.map(({ key }) => key)).size).toBe(2)
  })
})
