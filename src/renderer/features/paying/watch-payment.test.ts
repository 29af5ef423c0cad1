import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/core/errors.ts'
import { MAX_POLLS, POLL_MS, watchPayment } from './watch-payment.ts'

describe('watching a payment', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('reports a paid deduction at once', async () => {
    const query = vi.fn(async () => 'paid')
    expect(await watchPayment(query, new AbortController().signal)).toBe('paid')
    expect(query).toHaveBeenCalledTimes(1)
  })

  it('polls every 5 s and stops after 15 unpaid answers', async () => {
    const query = vi.fn(async () => 'nopay')
    const outcome = watchPayment(query, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(POLL_MS * (MAX_POLLS - 1) - 1)
    expect(query).toHaveBeenCalledTimes(14)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBe('timeout')
    expect(query).toHaveBeenCalledTimes(15)
  })

  it('counts a failed poll as unpaid', async () => {
    const query = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce('paid')
    const outcome = watchPayment(query, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(await outcome).toBe('paid')
  })

  it('reports a closed order as not paid', async () => {
    expect(await watchPayment(async () => 'closed', new AbortController().signal)).toBe('failed')
  })

  it('reports an order that the server does not know as not paid', async () => {
    const query = vi.fn(async () => {
      throw new AppError('common.recordNotFound')
    })
    const outcome = watchPayment(query, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(POLL_MS * MAX_POLLS)
    expect(await outcome).toBe('failed')
    expect(query).toHaveBeenCalledTimes(15)
  })

  it('stops when the dialog is closed', async () => {
    const stop = new AbortController()
    const query = vi.fn(async () => 'nopay')
    const outcome = watchPayment(query, stop.signal)
    await vi.advanceTimersByTimeAsync(0)
    stop.abort()
    await outcome
    expect(query.mock.calls.length).toBeLessThanOrEqual(2)
  })
})
