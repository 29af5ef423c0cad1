import { sql } from 'kysely'
import { type Database, EVERY_STORE } from '#server/db/database.ts'
import type { Sent } from './scene.ts'

/** The tables in which each act with an idempotency key stores its rows. */
const ROWS: Record<string, string> = {
  charge: 'select from consume_order t where t.id = s.key',
  settle: 'select from consume_order t where t.id = s.key',
  start: 'select from play_record t join print_job j on j.order_id = t.id where t.id = s.key',
  recharge: 'select from recharge_order t where t.id = s.key',
  selfRecharge: 'select from recharge_order t where t.id = s.key',
  refund: 'select from refund_order t where t.id = s.key',
  voidSale: 'select from refund_order t where t.id = s.key and t.voids',
  returnDeposit: 'select from consume_order t where t.deposit_return_id = s.key',
  exchange: 'select from wallet_exchange t where t.id = s.key',
  reverseExchange: 'select from wallet_exchange t where t.reversal_id = s.key',
  adjust: 'select from ledger_line t where t.cause_id = s.key',
  adjustAtHome: 'select from ledger_line t where t.cause_id = s.key',
  startQueued: 'select from request_key t where t.key = s.key',
  heat: 'select from request_key t where t.key = s.key',
  startOrder: 'select from request_key t where t.key = s.key',
  callNext: 'select from request_key t where t.key = s.key',
  cancelQueued: 'select from request_key t where t.key = s.key',
  extend: 'select from request_key t where t.key = s.key',
  swap: 'select from request_key t where t.key = s.key',
  addSession: 'select from request_key t where t.key = s.key',
  planSessions: 'select from request_key t where t.key = s.key',
  book: 'select from reservation t where t.id = s.key',
  remind: 'select from message t where t.id = s.key',
  arrive: 'select from reservation_arrival t where t.order_id = s.key',
  cancelBooking: 'select from request_key t where t.key = s.key',
  returnBookDeposit: 'select from reservation t where t.deposit_end_id = s.key',
  stockIn: 'select from stock_line t where t.cause_id = s.key',
  countStock: 'select from stock_line t where t.cause_id = s.key',
  buyGift: 'select from stock_line t join ledger_line l on l.cause_id = t.cause_id where t.cause_id = s.key',
  handOutGift: 'select from stock_line t where t.cause_id = s.key',
  refuseGift: 'select from request_key t where t.key = s.key',
  redeem: "select from ledger_line t where t.cause_id = s.key and t.cause_kind = 'coupon'",
  reverseCoupon: 'select from coupon_reversal t where t.id = s.key',
  fetchGift: 'select from stock_line t where t.cause_id = s.key',
  storeThing: 'select from cloakroom_item t join print_job j on j.order_id = t.id where t.id = s.key',
  takeOut: 'select from request_key t where t.key = s.key',
  payFee: 'select from consume_order t where t.id = s.key',
  takeOutLost: 'select from request_key t where t.key = s.key',
  sellCoins: 'select from coin_output t where t.id = s.key',
  bringCoins: 'select from coin_return t join ledger_line l on l.cause_id = t.id where t.id = s.key',
  sellProducts: 'select from consume_order t join order_line l on l.order_id = t.id where t.id = s.key',
  refundPieces: 'select from refund_order t join refund_line l on l.refund_id = t.id where t.id = s.key',
  signUp: 'select from event_sign_up t where t.id = s.key',
  cancelSignUp: 'select from request_key t where t.key = s.key',
  cancelEvent: 'select from request_key t where t.key = s.key',
  productsIn: 'select from stock_line t where t.cause_id = s.key',
  bindMember: 'select from request_key t where t.key = s.key',
  requestPayout: 'select from promoter_payout t where t.id = s.key',
  payOut: 'select from request_key t where t.key = s.key',
  openShift: 'select from shift t where t.id = s.key',
  handOver: 'select from shift t where t.id = s.key',
  moveCash: 'select from shift_entry t where t.id = s.key',
}
/** Acts whose audit entry is found by the key. */
const TRAILED: Record<string, string> = {
  charge: '/consume/sysConsume/add',
  settle: '/playbeforepay/sysPlayBeforePay/doconsume',
  start: '/playbeforepay/sysPlayBeforePay/add',
  recharge: '/memberrecharge/sysMemberRecharge/add',
  selfRecharge: '/m/shop/recharge',
  refund: '/refund/sysRefund/add',
  voidSale: '/refund/sysRefund/voidSale',
  sellProducts: '/product/sysProductSale/add',
  refundPieces: '/refund/sysRefund/add',
  exchange: '/exchange/sysExchange/add',
  sellCoins: '/coin/sysCoinOutput/add',
  bringCoins: '/coin/sysCoinReturn/add',
  signUp: '/event/sysEventSignUp/add',
  requestPayout: '/tuiguangrole/sysTuiguangPayout/request',
  book: '/reservation/sysReservation/add',
  arrive: '/reservation/sysReservation/arrive',
}

/** Answers that are not true: done without a trace, refused but done, or not in the audit trail exactly once. */
export async function unlikeAnswers(checks: Database, sent: readonly Sent[]): Promise<string[]> {
  const found: string[] = []
  for (const [name, row] of Object.entries(ROWS)) {
    const mine = sent.filter(({ act: one }) => one === name)
    const { rows } = await checks.scoped(EVERY_STORE, (trx) =>
      sql<{ key: string; isDone: boolean; trail: number }>`
        select s.key, s.is_done, t.trail from unnest(${mine.map(({ key }) => key)}::uuid[], ${mine.map(({ isDone }) => isDone)}::boolean[])
            as s (key, is_done)
          join lateral (select count(*)::integer as trail from audit_entry a where a.record_id = s.key::text
            and a.action = ${TRAILED[name] ?? ''}) t on true
          where exists (${sql.raw(row)}) <> s.is_done
            or ${name in TRAILED} and t.trail <> s.is_done::integer`.execute(trx),
    )
    found.push(
      ...rows.map(({ key, isDone, trail }) => `${name} ${key} was answered ${isDone}, the trail has it ${trail} times`),
    )
  }
  return found
}
