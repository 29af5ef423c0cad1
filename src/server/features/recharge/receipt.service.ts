import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { orderPrint, printOrdered } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import { UNLIMITED } from '#shared/features/rules/rules.schema.ts'
import { lastDayOf } from '#shared/features/wallets/validity.calc.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { PrintedText } from '#shared/ipc/devices.ts'
import { lockOrder, type RechargeRow, requireListedRecharge } from './recharge-orders.repository.ts'

type Fact = [name: string, value: string]

/** Wallets that a recharge may fill, with their names on receipts and whether they are money. */
export const RECEIPT_WALLETS = [
  ['balance', 'wallet.balance', true],
  ['give', 'wallet.give', true],
  ['integral', 'wallet.integral', false],
  ['laps', 'wallet.laps', false],
  ['frequency', 'wallet.frequency', false],
] as const

/** Adds a print job for the receipt of a paid, locked order; every one after the first is a copy. */
export async function orderReceipt(
  deps: Deps,
  trx: Transaction,
  order: RechargeRow,
  printId: string,
  locale = order.locale,
): Promise<string> {
  const { id, orgCode } = order
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const t = (key: TextKey, values: TextValues = {}) => text(locale, key, values)
  const at = order.paidAt ?? order.createdAt
  const facts = await factsOf(trx, order, store, t)
  const optional = (key: TextKey, value: string): Fact[] => (value === '' ? [] : [[t(key), value]])
  const document: PrintedText = {
    kind: 'receipt',
    title: t(order.kind === 'card' ? 'receipt.cardTitle' : 'receipt.title'),
    facts: [
      ...facts,
      [t('receipt.time'), formatTime(at, store.timeZone)] satisfies Fact,
      ...optional('recharge.cashier', order.cashierName || order.operatorName),
      ...optional('recharge.terminal', order.terminalName),
      ...optional('recharge.remark', order.remark),
    ],
    content: `${t('receipt.order')} ${id}`,
    foot: (locale === 'zh' ? store.receiptFootZh : store.receiptFootEn) || t('receipt.keep'),
  }
  const about = { orderId: id, orgCode, storeName: store.name, timeZone: store.timeZone }
  return orderPrint(trx, { ...about, at, document, locale, printId }, deps.clock())
}

/** Payment, gains and wallet values after the recharge; the same on copies. */
async function factsOf(
  trx: Transaction,
  order: RechargeRow,
  clock: { timeZone: string; dayStartHour: number },
  t: (key: TextKey, values?: TextValues) => string,
): Promise<Fact[]> {
  const member = await trx
    .selectFrom('member')
    .select(['realname', 'nickname'])
    .where('id', '=', order.memberId)
    .where('orgCode', '=', order.orgCode)
    .executeTakeFirst()
  const lines = await trx
    .selectFrom('ledgerLine')
    .select(['account', 'delta', 'valueAfter'])
    .where('causeId', '=', order.id)
    .where('causeKind', '=', 'recharge')
    .where('orgCode', '=', order.orgCode)
    .execute()
  const facts: Fact[] = [
    [t('receipt.member'), `${member?.realname || member?.nickname || ''} ${order.memberId}`.trim()],
    [t('receipt.rule'), order.ruleName],
    [t('receipt.paid'), `${formatMinor(order.amount)} ${t(`recharge.payMode.${order.payMode}`)}`],
  ]
  const after: Fact[] = []
  for (const [account, name, isMoney] of RECEIPT_WALLETS) {
    const line = lines.find((one) => one.account === account)
    if (!line) continue
    const shown = (value: number) => (isMoney ? formatMinor(value) : String(value))
    facts.push([t(name), `+${shown(line.delta)}`])
    after.push([t('receipt.after', { wallet: t(name) }), shown(line.valueAfter ?? 0)])
  }
  const gift = await giftOf(trx, order)
  if (gift) facts.push([t('receipt.gift'), `${gift.giftName} × ${gift.pieces}`])
  if (order.kind === 'card') {
    const { cardUntil, cardPlays } = order
    const day = cardUntil && lastDayOf(cardUntil, clock)
    facts.push(
      [t('receipt.card'), day ? t('receipt.cardUntil', { day }) : t('receipt.cardForEver')],
      ['', cardPlays === UNLIMITED ? t('receipt.cardAnyPlays') : t('receipt.cardPlays', { count: cardPlays })],
    )
  } else facts.push([t('receipt.validity'), order.validUntil ?? t('receipt.forEver')])
  return [...facts, ...after]
}

/** The gift that the order includes, under its name when the order was paid. */
const giftOf = (trx: Transaction, { id, orgCode }: RechargeRow) =>
  trx
    .selectFrom('orderGift')
    .select(['giftName', 'pieces'])
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()

/** Prints a copy of a receipt in the caller's language. Throws `common.recordNotFound` or `recharge.notPaid`. */
export async function reprintReceipt(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, printId }: { id: string; printId: string },
) {
  await requireListedRecharge(trx, ctx.user, id, deps.clock())
  const order = await lockOrder(trx, id)
  if (!order) throw new AppError('common.recordNotFound')
  if (order.paidAt === null) throw new AppError('recharge.notPaid')
  const jobId = await orderReceipt(deps, trx, order, printId, ctx.locale)
  ctx.touched({ id })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode: order.orgCode }))
  return printOrdered(trx, ctx, { orgCode: order.orgCode, printId }, { jobId }, deps.clock())
}
