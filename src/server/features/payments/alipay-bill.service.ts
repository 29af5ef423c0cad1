import { promisify } from 'node:util'
import { decodeStream } from 'iconv-lite'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { type BillLine, NoAnswer } from './payment-provider.types.ts'
import { fromTradeNumber, minorOf } from './provider-formats.calc.ts'

const PATIENCE_MS = 60_000
const LONGEST = 200_000_000
/** Where a line of the list of transactions says what; the headings above it are Chinese and stay in this order. */
const PLACES = { transactionId: 0, tradeNumber: 1, orderAmount: 11 } as const
const FEWEST_COLUMNS = 12

const openZip = promisify((buffer: Buffer, done: (error: Error | null, zip: ZipFile) => void) =>
  fromBuffer(buffer, { lazyEntries: true }, done),
)

/** Fetches Alipay's list of a day and reads it: two tables in a ZIP, of which that with single transactions is wanted. */
export async function readAlipayBill(url: string): Promise<BillLine[]> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new NoAnswer(`Alipay: a bill with the status ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > LONGEST) throw new NoAnswer('Alipay: a bill that is too long')
  return (await textsIn(bytes)).flatMap(alipayBillLines)
}

/** Reads a table of Alipay's list; lines with `#` are remarks, and a table of sums has too few columns. */
export function alipayBillLines(text: string): BillLine[] {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '' && !row.startsWith('#'))
  return rows.slice(1).flatMap((row) => {
    const cells = row.split(',').map((cell) => cell.trim())
    const number = cells[PLACES.tradeNumber] ?? ''
    if (cells.length < FEWEST_COLUMNS || !/^\d{16,}$/.test(cells[PLACES.transactionId] ?? '')) return []
    const amount = minorOf(cells[PLACES.orderAmount] ?? '')
    return [{ tradeId: fromTradeNumber(number) ?? number, transactionId: cells[PLACES.transactionId] ?? '', amount }]
  })
}

async function textsIn(bytes: Buffer): Promise<string[]> {
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
          if (text.length > LONGEST) reject(new NoAnswer('Alipay: a bill that is too long'))
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
