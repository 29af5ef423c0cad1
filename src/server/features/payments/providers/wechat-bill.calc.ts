import type { BillLine } from './payment-provider.types.ts'
import { fromTradeNumber, minorOf } from './provider-formats.calc.ts'

/** Column indexes of WeChat Pay's transaction list; its headings are Chinese and their order is fixed. */
const COLUMNS = { transactionId: 5, tradeNumber: 6, state: 9, orderAmount: 24, refundAmount: 25 } as const
const MIN_COLUMNS = 26

/** Parses WeChat Pay's bill of a day: each value follows a backtick, and totals follow the last transaction. */
export function wechatBillLines(text: string): BillLine[] {
  const rows = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const firstSum = rows.findIndex((row, index) => index > 0 && row !== '' && !row.startsWith('`'))
  return rows.slice(1, firstSum === -1 ? undefined : firstSum).flatMap((row) => {
    if (row === '') return []
    const cells = row.slice(1).split(',`')
    if (cells.length < MIN_COLUMNS) throw new RangeError('a bill line has too few columns')
    const cell = (name: keyof typeof COLUMNS): string => cells[COLUMNS[name]] ?? ''
    const tradeId = fromTradeNumber(cell('tradeNumber')) ?? cell('tradeNumber')
    const amount = cell('state') === 'SUCCESS' ? minorOf(cell('orderAmount')) : -minorOf(cell('refundAmount'))
    return [{ tradeId, transactionId: cell('transactionId'), amount }]
  })
}
