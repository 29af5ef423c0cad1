import { useCallback, useEffect, useRef, useState } from 'react'
import { play } from '#renderer/core/sounds.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { newId } from '#shared/core/id.ts'
import { type PayOutcome, watchPayment } from './watch-payment.ts'

/** How far a payment is; `error` says why the last code was not taken. */
export type PayStage =
  | { kind: 'code'; error: unknown }
  | { kind: 'sending' }
  | { kind: 'paying'; orderId: string }
  | { kind: PayOutcome; orderId: string }

interface PayCalls {
  /** Sends the order under its id with the guest's pay code. */
  send(payCode: string, orderId: string): Promise<unknown>
  /** The order's payState. */
  query(orderId: string): Promise<string>
  onPaid(orderId: string): void
  /** Its end is known, or `timeout`: that it is not. */
  onEnd(orderId: string, outcome: PayOutcome): void
}

/**
 * A payment by the guest's code: sent once for each code, then watched until its end. Where the answer to sending gets
 * lost the order is watched all the same, because it may have been taken.
 */
export function usePayStage(watched: string | null, calls: PayCalls) {
  const [stage, setStage] = useState<PayStage>(
    watched === null ? { kind: 'code', error: null } : { kind: 'paying', orderId: watched },
  )
  const latest = useRef(calls)
  latest.current = calls
  const isSending = useRef(false)

  const orderId = stage.kind === 'paying' ? stage.orderId : null
  useEffect(() => {
    if (orderId === null) return
    const stop = new AbortController()
    void watchPayment(() => latest.current.query(orderId), stop.signal).then((outcome) => {
      if (stop.signal.aborted) return
      setStage({ kind: outcome, orderId })
      play(outcome === 'payed' ? 'done' : 'error')
      latest.current.onEnd(orderId, outcome)
      if (outcome === 'payed') latest.current.onPaid(orderId)
    })
    return () => stop.abort()
  }, [orderId])

  const send = useCallback(async (payCode: string) => {
    if (isSending.current) return
    isSending.current = true
    const id = newId()
    setStage({ kind: 'sending' })
    try {
      await latest.current.send(payCode, id)
      setStage({ kind: 'paying', orderId: id })
    } catch (error) {
      if (isAnswerLost(error)) setStage({ kind: 'paying', orderId: id })
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
    askAgain: (id: string) => setStage({ kind: 'paying', orderId: id }),
    /** Another try, with another code of the guest. */
    scanAgain: () => setStage({ kind: 'code', error: null }),
    refuse: (error: unknown) => setStage({ kind: 'code', error }),
  }
}
