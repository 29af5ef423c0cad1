import { useCallback, useEffect, useRef, useState } from 'react'
import { playSound } from '#renderer/core/sounds.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { CANCEL_POLL_MS, type PayOutcome, POLL_MS, watchPayment } from './watch-payment.ts'

/** The stage of a payment; `error` is why the code was refused or the cancellation failed. */
export type PayStage =
  | { kind: 'code'; error: unknown }
  | { kind: 'sending' }
  | { kind: 'paying'; orderId: string; isGivenUp: boolean; error: unknown }
  | { kind: PayOutcome; orderId: string }

interface PayCalls {
  /** The id of the order that is sent with the next code. */
  newOrderId(): string
  /** Sends the order under its id with the guest's pay code. */
  send(payCode: string, orderId: string): Promise<unknown>
  /** Cancels the payment at the provider. */
  giveUp(orderId: string): Promise<unknown>
  /** The order's payState. */
  query(orderId: string): Promise<string>
  onPaid(orderId: string): void
  /** Called with the result, or with `timeout` when it is unknown. */
  onEnd(orderId: string, outcome: PayOutcome): void
}

const paying = (orderId: string) => ({ kind: 'paying', orderId, isGivenUp: false, error: null }) as const

/**
 * A payment by the guest's code. Each code is sent once, then the order is polled to its end. A lost response is polled
 * too, because the payment may have been taken.
 */
export function usePayStage(watched: string | null, calls: PayCalls) {
  const [stage, setStage] = useState<PayStage>(watched === null ? { kind: 'code', error: null } : paying(watched))
  const latest = useRef(calls)
  latest.current = calls
  const isSending = useRef(false)

  const orderId = stage.kind === 'paying' ? stage.orderId : null
  const isGivenUp = stage.kind === 'paying' && stage.isGivenUp
  useEffect(() => {
    if (orderId === null) return
    const stop = new AbortController()
    const pauseMs = isGivenUp ? CANCEL_POLL_MS : POLL_MS
    void watchPayment(() => latest.current.query(orderId), stop.signal, pauseMs).then((outcome) => {
      if (stop.signal.aborted) return
      setStage({ kind: outcome, orderId })
      playSound(outcome === 'paid' ? 'done' : 'error')
      latest.current.onEnd(orderId, outcome)
      if (outcome === 'paid') latest.current.onPaid(orderId)
    })
    return () => stop.abort()
  }, [orderId, isGivenUp])

  const send = useCallback(async (payCode: string) => {
    if (isSending.current) return
    isSending.current = true
    setStage({ kind: 'sending' })
    try {
      const id = latest.current.newOrderId()
      await latest.current.send(payCode, id).catch((error: unknown) => {
        if (!isAnswerLost(error)) throw error
      })
      setStage(paying(id))
    } catch (error) {
      playSound('error')
      setStage({ kind: 'code', error })
    } finally {
      isSending.current = false
    }
  }, [])

  return {
    stage,
    send,
    /** Polls again, with the full number of attempts. */
    askAgain: (id: string) => setStage(paying(id)),
    /** Cancels the payment. It is still polled, in case it was paid meanwhile. */
    giveUp: async (id: string) => {
      setStage({ ...paying(id), isGivenUp: true })
      const error = await latest.current.giveUp(id).then(
        () => null,
        (reason: unknown) => reason,
      )
      // Only for this payment, if its result is still unknown.
      if (error) setStage((now) => (now.kind === 'paying' && now.orderId === id ? { ...paying(id), error } : now))
    },
    /** Tries again with another code of the guest. */
    scanAgain: () => setStage({ kind: 'code', error: null }),
    refuse: (error: unknown) => setStage({ kind: 'code', error }),
  }
}
