import { create } from 'zustand'
import { readStored, store } from '#renderer/core/storage.ts'

/** The kind of an order; it decides where its state is queried. */
export type PaidOrderKind = 'consume' | 'recharge'

/** An order with an unknown result. The guest's pay code is never stored. */
export interface UnsettledPayment {
  orderId: string
  kind: PaidOrderKind
  /** Texts of the dialog: subject and amount. */
  what: string
  amount: string
  /** `orgCode/userId` of the user. */
  owner: string
}

const STORED_AS = 'pitlane.unsettled'
/** More than a counter ever has; older ones are in the list of payments. */
const MAX_PAYMENTS = 20

const isPayment = (value: unknown): value is UnsettledPayment =>
  typeof value === 'object' && value !== null && 'orderId' in value && 'owner' in value

const stored = readStored(STORED_AS)
const useUnsettled = create<{ payments: UnsettledPayment[] }>(() => ({
  payments: Array.isArray(stored) ? stored.filter(isPayment) : [],
}))

let isAside = false

function savePayments(payments: UnsettledPayment[]): void {
  if (!isAside) store(STORED_AS, payments.length > 0 ? payments : null)
  useUnsettled.setState({ payments })
}

/** Stores an order before it is sent, so that a reload or a lost response does not lose track of the payment. */
export const storePayment = (payment: UnsettledPayment): void =>
  savePayments(
    [payment, ...useUnsettled.getState().payments.filter(({ orderId }) => orderId !== payment.orderId)].slice(
      0,
      MAX_PAYMENTS,
    ),
  )

/** Removes an order whose result is known, or which the server refused. */
export const removePayment = (orderId: string): void =>
  savePayments(useUnsettled.getState().payments.filter((payment) => payment.orderId !== orderId))

const none: UnsettledPayment[] = []

/** The orders of one kind and owner with an unknown result, newest first. */
export function useUnsettledPayments(kind: PaidOrderKind, owner: string): UnsettledPayment[] {
  const payments = useUnsettled((state) => state.payments)
  const own = payments.filter((payment) => payment.kind === kind && payment.owner === owner)
  return own.length > 0 ? own : none
}

/** Hides the open payments during practice; returns a function that restores them. */
export function hidePayments(): () => void {
  const { payments } = useUnsettled.getState()
  isAside = true
  useUnsettled.setState({ payments: [] })
  return () => {
    isAside = false
    useUnsettled.setState({ payments })
  }
}
