import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '#shared/core/id.ts'
import type { KioskTicket } from '#shared/features/kiosks/kiosk.schema.ts'
import { isUnanswered, type Step } from './kiosk.calc.ts'
import type { KioskCalls } from './kiosk-calls.ts'

type Confirming = Extract<Step, { at: 'confirm' }>

const AGAIN_MS = 2000
/** Longer than a restart of the server. */
const GIVES_UP_MS = 90_000

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

interface Charging {
  /** The pending request; null for none. */
  waits: 'charge' | 'payment' | null
  refusal: unknown
  charge(step: Confirming, secrets: { password: string; payCode: string }): Promise<void>
}

/**
 * Charges with one idempotency key per step and retries until there is a result, so that neither a second press nor a
 * lost response charges twice.
 */
export function useCharge(calls: KioskCalls, go: (step: Step) => void): Charging {
  const [waits, setWaits] = useState<Charging['waits']>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const isBusy = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  const charge = useCallback(
    async (step: Confirming, secrets: { password: string; payCode: string }) => {
      if (isBusy.current) return
      isBusy.current = true
      setRefusal(null)
      const { member, people, offer, key } = step
      const racer = member?.racer ?? ''
      try {
        setWaits('charge')
        const { ruleId, mode } = offer
        const body = { visit: member?.visit ?? '', ruleId, mode, people, ...secrets }
        let ticket = await answered(async () => (await calls.charge({ body, key })).result)
        if (ticket.payState === 'nopay') {
          setWaits('payment')
          ticket = await paid(calls, ticket)
        }
        if (isGone.current) return
        if (ticket.payState === 'paid') go({ at: 'done', racer, ticket })
        // An unpaid code is closed, so the next attempt is a new order.
        else go({ ...step, key: newId() })
        if (ticket.payState !== 'paid') setRefusal('unpaid')
      } catch (error) {
        if (isUnanswered(error)) go({ at: 'unsure', racer })
        else setRefusal(error)
      } finally {
        isBusy.current = false
        setWaits(null)
      }
    },
    [calls, go],
  )
  return { waits, refusal, charge }
}

/** Repeats the request until there is an answer. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + GIVES_UP_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnanswered(error) || Date.now() > until) throw error
      await pause(AGAIN_MS)
    }
  }
}

/** Polls the order until its payment has ended, which takes at most a minute. */
async function paid(calls: KioskCalls, { id }: KioskTicket): Promise<KioskTicket> {
  for (;;) {
    const order = await answered(async () => (await calls.order({ query: { id } })).result)
    if (order.payState !== 'nopay') return order
    await pause(AGAIN_MS)
  }
}
