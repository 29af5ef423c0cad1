import { promisify } from 'node:util'
import { decodeStream } from 'iconv-lite'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { type BillLine, NoAnswer } from './payment-provider.types.ts'
import { fromTradeNumber, minorOf } from './provider-formats.calc.ts'

const DOWNLOAD_TIMEOUT_MS = 60_000
const MAX_BYTES = 200_000_000
/** Column indexes of the transaction list; its headings are Chinese and their order is fixed. */
const COLUMNS = { transactionId: 0, tradeNumber: 1, orderAmount: 11 } as const
const MIN_COLUMNS = 12

const openZip = promisify((buffer: Buffer, done: (error: Error | null, zip: ZipFile) => void) =>
  fromBuffer(buffer, { lazyEntries: true }, done),
)

/**
 * Downloads and parses Alipay's bill of a day: a ZIP with two tables, of which the one with single transactions is used. Throws `NoAnswer`.
 */
export async function readAlipayBill(url: string): Promise<BillLine[]> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) })
  if (!response.ok) throw new NoAnswer(`Alipay: bill download failed with status ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > MAX_BYTES) throw new NoAnswer('Alipay: bill too large')
  return (await csvFilesIn(bytes)).flatMap(alipayBillLines)
}

/** Parses a table of Alipay's bill; lines with `#` are comments, and the summary table has too few columns. */
export function alipayBillLines(text: string): BillLine[] {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '' && !row.startsWith('#'))
  return rows.slice(1).flatMap((row) => {
    const cells = row.split(',').map((cell) => cell.trim())
    const number = cells[COLUMNS.tradeNumber] ?? ''
    if (cells.length < MIN_COLUMNS || !/^\d{16,}$/.test(cells[COLUMNS.transactionId] ?? '')) return []
    const amount = minorOf(cells[COLUMNS.orderAmount] ?? '')
    return [{ tradeId: fromTradeNumber(number) ?? number, transactionId: cells[COLUMNS.transactionId] ?? '', amount }]
  })
}

async function csvFilesIn(bytes: Buffer): Promise<string[]> {
  const zip = await openZip(bytes)
  const texts: string[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('.csv')) return zip.readEntry()
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        const decoded = stream.on('error', reject).pipe(decodeStream('gb18030'))
        let text = ''
        decoded.on('data', (part: string) => {
          text += part
          if (text.length > MAX_BYTES) reject(new NoAnswer('Alipay: bill too large'))
        })
        decoded.on('error', reject).on('end', () => {
          texts.push(text)
          zip.readEntry()
        })
      })
    })
    zip.readEntry()
  })
  return texts
}
