import { useCallback, useEffect, useRef, useState } from 'react'
import { play } from '#renderer/core/sounds.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { newId } from '#shared/core/id.ts'
import { GIVEN_UP_MS, type PayOutcome, POLL_MS, watchPayment } from './watch-payment.ts'

/** How far a payment is; `error` says why the last code was not taken, or why the payment could not be given up. */
export type PayStage =
  | { kind: 'code'; error: unknown }
  | { kind: 'sending' }
  | { kind: 'paying'; orderId: string; isGivenUp: boolean; error: unknown }
  | { kind: PayOutcome; orderId: string }

interface PayCalls {
  /** Sends the order under its id with the guest's pay code. */
  send(payCode: string, orderId: string): Promise<unknown>
  /** Asks that the provider takes nothing for it any more. */
  giveUp(orderId: string): Promise<unknown>
  /** The order's payState. */
  query(orderId: string): Promise<string>
  onPaid(orderId: string): void
  /** Its end is known, or `timeout`: that it is not. */
  onEnd(orderId: string, outcome: PayOutcome): void
}

const paying = (orderId: string) => ({ kind: 'paying', orderId, isGivenUp: false, error: null }) as const

/**
 * A payment by the guest's code: sent once for each code, then watched until its end. Where the answer to sending gets
 * lost the order is watched all the same, because it may have been taken.
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
    const pauseMs = isGivenUp ? GIVEN_UP_MS : POLL_MS
    void watchPayment(() => latest.current.query(orderId), stop.signal, pauseMs).then((outcome) => {
      if (stop.signal.aborted) return
      setStage({ kind: outcome, orderId })
      play(outcome === 'payed' ? 'done' : 'error')
      latest.current.onEnd(orderId, outcome)
      if (outcome === 'payed') latest.current.onPaid(orderId)
    })
    return () => stop.abort()
  }, [orderId, isGivenUp])

  const send = useCallback(async (payCode: string) => {
    if (isSending.current) return
    isSending.current = true
    const id = newId()
    setStage({ kind: 'sending' })
    try {
      await latest.current.send(payCode, id)
      setStage(paying(id))
    } catch (error) {
      if (isAnswerLost(error)) setStage(paying(id))
      else {
        play('error')
        setStage({ kind: 'code', error })
      }
    } finally {
      isSending.current = false
    }
  }, [])

  return {
    stage,
    send,
    /** Asks once more, as often as the first time. */
    askAgain: (id: string) => setStage(paying(id)),
    /** Nobody waits for the customer any longer; whether something was paid meanwhile is seen all the same. */
    giveUp: async (id: string) => {
      setStage({ ...paying(id), isGivenUp: true })
      const error = await latest.current.giveUp(id).then(
        () => null,
        (reason: unknown) => reason,
      )
      // Only of this payment, and not of one whose end is known by now.
      if (error) setStage((now) => (now.kind === 'paying' && now.orderId === id ? { ...paying(id), error } : now))
    },
    /** Another try, with another code of the guest. */
    scanAgain: () => setStage({ kind: 'code', error: null }),
    refuse: (error: unknown) => setStage({ kind: 'code', error }),
  }
}
