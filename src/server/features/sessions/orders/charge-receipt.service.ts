import { type RawBuilder, sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { orderPrint, printOrdered } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { PrintedText } from '#shared/ipc/devices.ts'
import { moneyOf } from './consume-orders.repository.ts'

type Fact = [name: string, value: string]

/** Accounts of a charge, with their names on receipts and whether they are money. */
const ACCOUNTS = {
  balance: ['wallet.balance', true],
  give: ['wallet.give', true],
  integral: ['wallet.integral', false],
  laps: ['wallet.laps', false],
  coins: ['wallet.coins', false],
  frequency: ['wallet.frequency', false],
  unlimited: ['orders.unlimited', false],
  coupon: ['orders.coupon', true],
  cash: ['orders.cash', true],
  scan: ['orders.scan', true],
} as const satisfies Record<string, readonly [TextKey, boolean]>

/**
 * Prints a receipt of an order from the ledger, in the caller's language; unlike a ticket it shows amounts. Later prints are copies. Throws
 * `common.recordNotFound` or `sessions.orderNotPaid`.
 */
export async function printChargeReceipt(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, printId }: { id: string; printId: string },
  rules: readonly RawBuilder<unknown>[],
) {
  const order = await trx
    .selectFrom('consumeOrder as t')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`${sql.join([sql`true`, ...rules], sql` and `)}`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw new AppError('common.recordNotFound')
  if (order.paidAt === null) throw new AppError('sessions.orderNotPaid')
  const { orgCode, memberId, homeMemberId, deposit } = order
  const { locale } = ctx
  const t = (key: TextKey, values: TextValues = {}) => text(locale, key, values)
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const optional = (key: TextKey, value: string): Fact[] => (value === '' ? [] : [[t(key), value]])
  const facts: Fact[] = [
    ...optional(
      'receipt.member',
      memberId ? `${await nameOf(trx, memberId, orgCode)} ${memberId}`.trim() : (homeMemberId ?? ''),
    ),
    // The lines of products name them.
    ...(order.consumeType === 'PRODUCT' ? [] : optional('receipt.rule', order.ruleName)),
    ...optional('records.racer', order.racer),
    ...optional('orders.tickets', await ticketsOf(trx, order.playIds, orgCode)),
    ...(order.people > 1 ? optional('records.people', String(order.people)) : []),
    ...(order.goods > 0 ? await linesOf(trx, order) : []),
    ...(order.discount > 0
      ? [
          ...optional('orders.fullPrice', formatMinor(order.amount + order.discount)),
          // Only one of both applies.
          ...optional(
            order.couponCode === '' ? 'orders.levelDiscount' : 'orders.couponOff',
            formatMinor(-order.discount),
          ),
        ]
      : []),
    ...(order.amount > 0 || order.discount > 0 ? optional('orders.amount', formatMinor(order.amount)) : []),
    ...(await paidWith(trx, order, t)),
    ...(order.received === null
      ? []
      : [
          ...optional('ticket.received', formatMinor(order.received)),
          ...optional('ticket.change', formatMinor(order.received - moneyOf(order) - order.deposit)),
        ]),
    ...optional('orders.couponCode', order.couponCode),
    ...(deposit > 0 ? optional('receipt.ofWhichDeposit', formatMinor(deposit)) : []),
    ...(order.depositReturnedAt
      ? optional('receipt.depositReturned', formatTime(order.depositReturnedAt, store.timeZone))
      : []),
    ...(order.refunded > 0 ? optional('receipt.refunded', formatMinor(order.refunded)) : []),
    [t('receipt.time'), formatTime(order.paidAt, store.timeZone)],
    ...optional('records.cashier', order.cashierName || order.operatorName),
    ...optional('records.terminal', order.terminalName),
    ...optional('records.remark', order.remark),
  ]
  const document: PrintedText = {
    kind: 'receipt',
    title: t('receipt.chargeTitle'),
    facts,
    content: `${t('receipt.order')} ${id}`,
    foot: (locale === 'zh' ? store.receiptFootZh : store.receiptFootEn) || t('receipt.keep'),
  }
  const now = deps.clock()
  const about = { orderId: id, orgCode, storeName: store.name, timeZone: store.timeZone, at: order.paidAt }
  const jobId = await orderPrint(trx, { ...about, document, locale, printId }, now)
  ctx.touched({ id })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode }))
  return printOrdered(trx, ctx, { orgCode, printId }, { jobId }, now)
}

async function nameOf(trx: Transaction, memberId: string, orgCode: string): Promise<string> {
  const member = await trx
    .selectFrom('member')
    .select(['realname', 'nickname'])
    .where('id', '=', memberId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()
  return member?.realname || member?.nickname || ''
}

/** The rides and products of an order with products, with their tax marks; the deposit has a fact of its own. */
async function linesOf(trx: Transaction, { id, orgCode }: { id: string; orgCode: string }): Promise<Fact[]> {
  const lines = await trx
    .selectFrom('orderLine')
    .select(['name', 'pieces', 'taxMark', 'amount'])
    .where('orderId', '=', id)
    .where('orgCode', '=', orgCode)
    .where('kind', '<>', 'deposit')
    .orderBy('place')
    .execute()
  return lines.map(({ name, pieces, taxMark, amount }) => [
    [name, pieces > 1 ? `× ${pieces}` : '', taxMark].filter(Boolean).join(' '),
    formatMinor(amount),
  ])
}

async function ticketsOf(trx: Transaction, playIds: string[], orgCode: string): Promise<string> {
  const plays = await trx
    .selectFrom('playRecord')
    .select(['ticketNo', 'terminalTicket'])
    .where('id', '=', sql<string>`any(${playIds}::uuid[])`)
    .where('orgCode', '=', orgCode)
    .orderBy('queueNumber')
    .execute()
  return plays.map(({ ticketNo, terminalTicket }) => ticketNo || terminalTicket).join(', ')
}

/** Amounts taken per account, and the wallet values afterwards. */
async function paidWith(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  t: (key: TextKey, values?: TextValues) => string,
): Promise<Fact[]> {
  const lines = await trx
    .selectFrom('ledgerLine')
    .select(['account', 'project', 'delta', 'valueAfter'])
    .where('causeId', '=', id)
    .where('causeKind', '=', 'consume')
    .where('orgCode', '=', orgCode)
    .orderBy('seq')
    .execute()
  const facts: Fact[] = []
  const after: Fact[] = []
  for (const { account, project, delta, valueAfter } of lines) {
    // The deposit is part of the payment and has its own line.
    if (account === 'deposit') continue
    // A clearing entry is that of a wallet at the member's store.
    const [name, isMoney] = ACCOUNTS[account === 'clearing' ? (project as keyof typeof ACCOUNTS) : account]
    const shown = (value: number) => (isMoney ? formatMinor(value) : String(value))
    facts.push([t('receipt.paidWith', { way: t(name) }), shown(Math.abs(delta))])
    // An unlimited card has no value to show.
    if (valueAfter !== null && valueAfter >= 0) after.push([t('receipt.after', { wallet: t(name) }), shown(valueAfter)])
  }
  return [...facts, ...after]
}
