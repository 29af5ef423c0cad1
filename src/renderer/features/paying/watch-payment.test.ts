import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/core/errors.ts'
import { POLL_MS, POLLS, watchPayment } from './watch-payment.ts'

describe('watching a payment', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('sees at once that a deduction is paid', async () => {
    const query = vi.fn(async () => 'payed')
    expect(await watchPayment(query, new AbortController().signal)).toBe('payed')
    expect(query).toHaveBeenCalledTimes(1)
  })

  it('asks every 5 s and gives up after 15 unpaid answers', async () => {
    const query = vi.fn(async () => 'nopay')
    const outcome = watchPayment(query, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(POLL_MS * (POLLS - 1) - 1)
    expect(query).toHaveBeenCalledTimes(14)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBe('timeout')
    expect(query).toHaveBeenCalledTimes(15)
  })

  it('takes a question without an answer for one unpaid check', async () => {
    const query = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce('payed')
    const outcome = watchPayment(query, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(await outcome).toBe('payed')
  })

  it('says that a closed order was not paid', async () => {
    expect(await watchPayment(async () => 'closed', new AbortController().signal)).toBe('failed')
  })

  it('takes an order that the server never hears of for one that takes no money', async () => {
    const query = vi.fn(async () => {
      throw new AppError('common.recordNotFound')
    })
    const outcome = watchPayment(query, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(POLL_MS * POLLS)
    expect(await outcome).toBe('failed')
    expect(query).toHaveBeenCalledTimes(15)
  })

  it('stops when the dialog is gone', async () => {
    const stop = new AbortController()
    const query = vi.fn(async () => 'nopay')
    const outcome = watchPayment(query, stop.signal)
    await vi.advanceTimersByTimeAsync(0)
    stop.abort()
    await outcome
    expect(query.mock.calls.length).toBeLessThanOrEqual(2)
  })
})
