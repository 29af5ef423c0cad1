import { client } from '#renderer/core/client.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { WaitingTopic } from './waiting-topics.ts'

/** Something that waits for somebody: how many there are, who may see them, and the list that they stand in. */
export interface WaitingKind {
  label: TextKey
  /** The action that shows the list; without it nobody is asked. */
  action: string
  page: string
  /** What the server announces when there are more or fewer; without it somebody who looks hears within a minute. */
  topic?: WaitingTopic
  filters: Readonly<Record<string, string>>
  count(): Promise<number>
}

const ONE = 1
const total = async (asked: Promise<{ result: { total: number } }>): Promise<number> => (await asked).result.total

/** In the order in which somebody should see to them. Each is what its list finds, so that figure and list agree. */
export const waitingKinds: readonly WaitingKind[] = [
  {
    label: 'home.waits.unresolved',
    topic: 'payments',
    action: 'payment:list',
    page: 'payment/SysPaymentUnresolved',
    filters: {},
    count: async () => (await client.payments.unresolved({})).result.length,
  },
  {
    label: 'home.waits.money',
    topic: 'reconciliation',
    action: 'reconciliation:list',
    page: 'reconciliation/SysReconciliationList',
    filters: { state: 'open' },
    count: () => total(client.reconciliation.list({ query: { state: 'open', pageSize: ONE } })),
  },
  {
    label: 'home.waits.differences',
    topic: 'payments',
    action: 'payment:list',
    page: 'payment/SysPaymentDifferenceList',
    filters: { state: 'open' },
    count: () => total(client.paymentDifferences.list({ query: { state: 'open', pageSize: ONE } })),
  },
  {
    label: 'home.waits.refused',
    topic: 'refusals',
    action: 'refusal:list',
    page: 'terminals/RefusalList',
    filters: {},
    count: () => total(client.terminals.refusals({ query: { state: 'open', pageSize: ONE } })),
  },
  {
    label: 'home.waits.hung',
    action: 'playbeforepay:list',
    page: 'playbeforepay/SysPlayBeforePayList',
    filters: { playState: 'GUADAN' },
    count: () => total(client.playBeforePay.list({ query: { playState: 'GUADAN', pageSize: ONE } })),
  },
  {
    label: 'home.waits.escaped',
    action: 'playbeforepay:list',
    page: 'playbeforepay/SysPlayBeforePayList',
    filters: { playState: 'ESCAPED' },
    count: () => total(client.playBeforePay.list({ query: { playState: 'ESCAPED', pageSize: ONE } })),
  },
  {
    label: 'home.waits.refunding',
    topic: 'refunds',
    action: 'refund:list',
    page: 'refund/SysRefundList',
    filters: { refundState: 'refunding' },
    count: () => total(client.refunds.list({ query: { refundState: 'refunding', pageSize: ONE } })),
  },
  {
    label: 'home.waits.applications',
    topic: 'applications',
    action: 'apply:review',
    page: 'apply/SysApplyList',
    filters: { applyState: '0' },
    count: () => total(client.applications.list({ query: { applyState: '0', pageSize: ONE } })),
  },
  {
    label: 'home.waits.deposits',
    action: 'consume:list',
    page: 'consume/SysConsumeList',
    filters: { depositState: 'held' },
    count: () => total(client.consumeOrders.list({ query: { depositState: 'held', pageSize: ONE } })),
  },
  {
    label: 'home.waits.shifts',
    topic: 'shifts',
    action: 'shift:list',
    page: 'shift/SysShiftList',
    filters: { shiftState: 'open' },
    count: () => total(client.shifts.list({ query: { shiftState: 'open', pageSize: ONE } })),
  },
  {
    label: 'home.waits.upkeep',
    action: 'vehicle:list',
    page: 'vehicles/SysVehicleList',
    filters: { upkeep: 'overdue' },
    count: () => total(client.vehicles.list({ query: { upkeep: 'overdue', pageSize: ONE } })),
  },
  {
    label: 'home.waits.maintenance',
    action: 'vehicle:list',
    page: 'vehicles/SysVehicleList',
    filters: { condition: 'maintenance' },
    count: () => total(client.vehicles.list({ query: { condition: 'maintenance', pageSize: ONE } })),
  },
]
