import { create } from 'zustand'
import { readStored, store } from '#renderer/core/storage.ts'

/** What an order is for: who asks what became of it, and where. */
export type PaidOrderKind = 'consume' | 'recharge'

/** An order whose end is not known here yet; the guest's pay code is never kept. */
export interface UnsettledPayment {
  orderId: string
  kind: PaidOrderKind
  /** For whom or for what, and how much, as the dialog says it. */
  what: string
  amount: string
  /** Whose counter it was: store and person. */
  owner: string
}

const STORED_AS = 'pitlane.unsettled'
/** More than wait at any counter; older ones are in the list of payments. */
const KEPT = 20

const isPayment = (value: unknown): value is UnsettledPayment =>
  typeof value === 'object' && value !== null && 'orderId' in value && 'owner' in value

const stored = readStored(STORED_AS)
const useUnsettled = create<{ payments: UnsettledPayment[] }>(() => ({
  payments: Array.isArray(stored) ? stored.filter(isPayment) : [],
}))

let isAside = false

function keep(payments: UnsettledPayment[]): void {
  if (!isAside) store(STORED_AS, payments.length > 0 ? payments : null)
  useUnsettled.setState({ payments })
}

/** Remembers an order before it is sent, so that a reload, or an answer that got lost, does not lose the guest's money. */
export const rememberPayment = (payment: UnsettledPayment): void =>
  keep(
    [payment, ...useUnsettled.getState().payments.filter(({ orderId }) => orderId !== payment.orderId)].slice(0, KEPT),
  )

/** Its end is known, or the server refused it. */
export const forgetPayment = (orderId: string): void =>
  keep(useUnsettled.getState().payments.filter((payment) => payment.orderId !== orderId))

const none: UnsettledPayment[] = []

/** The orders of one kind at this counter whose end is not known, newest first. */
export function useUnsettledPayments(kind: PaidOrderKind, owner: string): UnsettledPayment[] {
  const payments = useUnsettled((state) => state.payments)
  const own = payments.filter((payment) => payment.kind === kind && payment.owner === owner)
  return own.length > 0 ? own : none
}

/** Sets aside what waits, so that practising neither shows nor settles it; the answer brings it back. */
export function setPaymentsAside(): () => void {
  const { payments } = useUnsettled.getState()
  isAside = true
  useUnsettled.setState({ payments: [] })
  return () => {
    isAside = false
    useUnsettled.setState({ payments })
  }
}
