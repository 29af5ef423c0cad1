import type { BillLine } from './payment-provider.types.ts'
import { fromTradeNumber, minorOf } from './provider-formats.calc.ts'

/** Where a line of WeChat Pay's list of all transactions says what; the headings above it are Chinese and stay in this order. */
const PLACES = { transactionId: 5, tradeNumber: 6, state: 9, orderAmount: 24, refundAmount: 25 } as const
const FEWEST_COLUMNS = 26

/** Reads WeChat Pay's list of a day: each value stands behind a backtick; what follows the last transaction are sums. */
export function wechatBillLines(text: string): BillLine[] {
  const rows = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const firstSum = rows.findIndex((row, index) => index > 0 && row !== '' && !row.startsWith('`'))
  return rows.slice(1, firstSum === -1 ? undefined : firstSum).flatMap((row) => {
    if (row === '') return []
    const cells = row.slice(1).split(',`')
    if (cells.length < FEWEST_COLUMNS) throw new RangeError('a line of the bill is too short')
    const cell = (name: keyof typeof PLACES): string => cells[PLACES[name]] ?? ''
    const tradeId = fromTradeNumber(cell('tradeNumber')) ?? cell('tradeNumber')
    const amount = cell('state') === 'SUCCESS' ? minorOf(cell('orderAmount')) : -minorOf(cell('refundAmount'))
    return [{ tradeId, transactionId: cell('transactionId'), amount }]
  })
}
