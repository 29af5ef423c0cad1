import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/core/errors.ts'
import { remedied, remedyFor } from './remedies.ts'

const refusal = new AppError('shifts.required')
let withdraw: () => void = () => undefined
afterEach(() => withdraw())

describe('a refused request with a remedy', () => {
  it('is retried once after the remedy', async () => {
    const request = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValueOnce('done')
    withdraw = remedyFor('shifts.required', async () => true)
    expect(await remedied(request)).toBe('done')
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('is not sent a third time, however it is refused', async () => {
    const request = vi.fn().mockRejectedValue(refusal)
    withdraw = remedyFor('shifts.required', async () => true)
    await expect(remedied(request)).rejects.toBe(refusal)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('stays refused when the remedy is declined or there is none', async () => {
    const request = vi.fn().mockRejectedValue(refusal)
    withdraw = remedyFor('shifts.required', async () => false)
    await expect(remedied(request)).rejects.toBe(refusal)
    withdraw()
    await expect(remedied(request)).rejects.toBe(refusal)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('asks for no remedy where it was refused for another reason or got no answer', async () => {
    const remedy = vi.fn(async () => true)
    withdraw = remedyFor('shifts.required', remedy)
    for (const error of [new AppError('common.offline'), new AppError('shifts.notOpen'), new Error('a bug')])
      await expect(remedied(() => Promise.reject(error))).rejects.toBe(error)
    expect(remedy).not.toHaveBeenCalled()
  })
})
