import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '#shared/core/id.ts'
import type { SignUpResult } from '#shared/features/events/sign-ups.schema.ts'
import type { KioskPurchase, KioskTicket } from '#shared/features/kiosks/kiosk.schema.ts'
import { isUnanswered, type Step } from './kiosk.calc.ts'
import type { KioskCalls } from './kiosk-calls.ts'

/** The steps in which a guest pays. */
export type Paying = Extract<Step, { at: 'confirm' | 'pay' | 'signUp' }>

interface Secrets {
  password: string
  payCode: string
}

/** The calls of a payment, and the step after it. */
interface Payment {
  begin(secrets: Secrets): Promise<Order>
  state(id: string): Promise<Order>
  /** The step after a payment. */
  end(order: Order): Promise<Step>
}
/** A sign-up holds its fee at once, so it is never open. */
type SignedUp = SignUpResult & { payState: 'paid' }
type Order = KioskTicket | KioskPurchase | SignedUp

const AGAIN_MS = 2000
/** Longer than a restart of the server. */
const GIVES_UP_MS = 90_000

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

interface Charging {
  /** The pending request; null for none. */
  waits: 'charge' | 'payment' | null
  refusal: unknown
  charge(step: Paying, secrets: Secrets): Promise<void>
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
    async (step: Paying, secrets: Secrets) => {
      if (isBusy.current) return
      isBusy.current = true
      setRefusal(null)
      const racer = step.member?.racer ?? ''
      const payment = paymentOf(calls, step)
      try {
        setWaits('charge')
        let order = await answered(() => payment.begin(secrets))
        if (order.payState === 'nopay') {
          setWaits('payment')
          order = await paid(payment, order)
        }
        if (isGone.current) return
        if (order.payState === 'paid') go(await payment.end(order))
        // An unpaid code is closed, so the next attempt is a new order.
        else go({ ...step, key: newId() })
        if (order.payState !== 'paid') setRefusal('unpaid')
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
async function paid({ state }: Payment, { id }: Order): Promise<Order> {
  for (;;) {
    const order = await answered(() => state(id))
    if (order.payState !== 'nopay') return order
    await pause(AGAIN_MS)
  }
}

function paymentOf(calls: KioskCalls, step: Paying): Payment {
  const racer = step.member?.racer ?? ''
  const visit = step.member?.visit ?? ''
  const { key } = step
  if (step.at === 'confirm') {
    const { ruleId, mode } = step.offer
    const { people } = step
    return {
      begin: async (secrets) => (await calls.charge({ body: { visit, ruleId, mode, people, ...secrets }, key })).result,
      state: async (id) => (await calls.order({ query: { id } })).result,
      end: async (ticket) => ({ at: 'done', racer, ticket: ticket as KioskTicket }),
    }
  }
  if (step.at === 'signUp') {
    const { event } = step
    const { eventId, fee } = event
    const begin = async ({ password }: Secrets): Promise<SignedUp> => {
      const { result } = await calls.signUp({ body: { visit, eventId, fee, password }, key })
      return { ...result, payState: 'paid' }
    }
    return {
      begin,
      state: () => begin({ password: '', payCode: '' }),
      end: async (result) => ({ at: 'signedUp', racer, event, result: result as SignedUp }),
    }
  }
  const { purchase, method } = step
  return {
    begin: async ({ password, payCode }) => {
      if ('recharge' in purchase) {
        const { ruleId, price } = purchase.recharge
        return (await calls.recharge({ body: { visit, ruleId, price, payCode }, key })).result
      }
      const lines = purchase.items.map(({ product: { id: productId, price }, count }) => ({ productId, count, price }))
      return (await calls.buy({ body: { visit, lines, pays: method, password, payCode }, key })).result
    },
    state: async (id) => (await calls.purchase({ query: { id } })).result,
    end: async (order) => ({
      at: 'bought',
      racer,
      purchase,
      orderId: order.id,
      isPrinted:
        (order as KioskPurchase).isPrinted && ('recharge' in purchase || (await printReceipt(calls, order.id))),
    }),
  }
}

/** Whether the receipt of products was sent to the printer. A missing receipt does not undo a paid order. */
async function printReceipt(calls: KioskCalls, id: string): Promise<boolean> {
  const key = newId()
  try {
    await answered(() => calls.receipt({ body: { id }, key }))
    return true
  } catch {
    return false
  }
}
