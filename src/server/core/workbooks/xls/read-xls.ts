import type { SheetRow } from '#server/core/workbooks/excel.rows.ts'
import type { Pace } from '#server/core/workbooks/excel.work.ts'
import { AppError } from '#shared/core/errors.ts'
import { biffStrings, biffText } from './biff-text.ts'
import { streamOf } from './compound-file.ts'

const BOF = 0x0809
const EOF = 0x000a
const BOUND_SHEET = 0x0085
const FILE_PASS = 0x002f
const SHARED_STRINGS = 0x00fc
const CONTINUE = 0x003c
const LABEL_SST = 0x00fd
const LABEL = 0x0204
const RICH_LABEL = 0x00d6
const NUMBER = 0x0203
const RK = 0x027e
const MUL_RK = 0x00bd
const BOOL_ERR = 0x0205
const FORMULA = 0x0006
const FORMULA_TEXT = 0x0207
/** The version number in workbooks of Excel 97 to 2003. */
const BIFF8 = 0x0600
const WORKSHEET = 0

/** Bytes that are read before other calls may get a turn. */
const BYTES_AT_ONCE = 4096

interface BiffRecord {
  type: number
  data: Buffer
  /** The offset of the next record. */
  end: number
}

async function* recordsFrom(stream: Buffer, start: number, pace: Pace): AsyncGenerator<BiffRecord> {
  let pause = start + BYTES_AT_ONCE
  for (let at = start; at + 4 <= stream.length; ) {
    if (at >= pause) {
      await pace()
      pause = at + BYTES_AT_ONCE
    }
    const end = at + 4 + stream.readUInt16LE(at + 2)
    yield { type: stream.readUInt16LE(at), data: stream.subarray(at + 4, end), end }
    at = end
  }
}

interface Limits {
  maxRows: number
  maxColumns: number
}

/**
 * Reads the first sheet of an .xls of Excel 97 or later in one pass. Time and memory are bounded by the size of the upload, whatever
 * sizes the file declares. Older and encrypted files are refused.
 */
export async function readXls(file: Buffer, limits: Limits, pace: Pace): Promise<SheetRow[]> {
  const stream = streamOf(file, ['Workbook'])
  if (!stream) throw new AppError('excel.notAWorkbook')
  const { start, strings } = await readGlobals(stream, pace)
  return rowsOf(cellsOf(recordsFrom(stream, start, pace), strings), limits)
}

/** The offset of the first worksheet, and the shared strings. */
async function readGlobals(stream: Buffer, pace: Pace): Promise<{ start: number; strings: string[] }> {
  let start: number | undefined
  let parts: Buffer[] = []
  let isShared = false
  let isFirst = true
  for await (const { type, data } of recordsFrom(stream, 0, pace)) {
    if (isFirst && (type !== BOF || data.readUInt16LE(0) !== BIFF8)) throw new AppError('excel.notAWorkbook')
    isFirst = false
    if (type === FILE_PASS) throw new AppError('excel.notAWorkbook')
    if (type === BOUND_SHEET && data.readUInt8(5) === WORKSHEET) start ??= data.readUInt32LE(0)
    if (type === SHARED_STRINGS) parts = [data]
    else if (type === CONTINUE && isShared) parts.push(data)
    isShared = type === SHARED_STRINGS || (type === CONTINUE && isShared)
    if (type === EOF) break
  }
  if (start === undefined) throw new AppError('excel.notAWorkbook')
  return { start, strings: parts.length === 0 ? [] : await biffStrings(parts, pace) }
}

type XlsCell = [row: number, column: number, value: string]

async function* cellsOf(records: AsyncIterable<BiffRecord>, strings: readonly string[]): AsyncGenerator<XlsCell> {
  /** A formula whose string result is in the next record. */
  let formula: [row: number, column: number] | undefined
  for await (const { type, data } of records) {
    if (type === EOF) return
    if (type === FORMULA_TEXT && formula) yield [...formula, biffText(data, 0)]
    if (!isCell(type)) continue
    const row = data.readUInt16LE(0)
    const column = data.readUInt16LE(2)
    formula = undefined
    if (type === LABEL_SST) yield [row, column, strings[data.readUInt32LE(6)] ?? '']
    else if (type === LABEL || type === RICH_LABEL) yield [row, column, biffText(data, 6)]
    else if (type === NUMBER) yield [row, column, String(data.readDoubleLE(6))]
    else if (type === RK) yield [row, column, numberOf(data.readUInt32LE(6))]
    else if (type === BOOL_ERR) yield [row, column, data.readUInt8(7) === 0 ? String(data.readUInt8(6)) : '']
    else if (type === MUL_RK) {
      const count = Math.floor((data.length - 6) / 6)
      for (let index = 0; index < count; index++) {
        yield [row, column + index, numberOf(data.readUInt32LE(6 + index * 6))]
      }
    } else if (data.readUInt16LE(12) !== 0xffff) yield [row, column, String(data.readDoubleLE(6))]
    else if (data.readUInt8(6) === 0) formula = [row, column]
    else if (data.readUInt8(6) === 1) yield [row, column, String(data.readUInt8(8))]
  }
}

const cellTypes = new Set([LABEL_SST, LABEL, RICH_LABEL, NUMBER, RK, MUL_RK, BOOL_ERR, FORMULA])
const isCell = (type: number): boolean => cellTypes.has(type)

/** An RK number: 30 bits of an integer or of a double, optionally in hundredths. */
function numberOf(packed: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE((packed & 0xfffffffc) >>> 0, 4)
  const value = packed & 2 ? (packed | 0) >> 2 : bytes.readDoubleLE(0)
  return String(packed & 1 ? value / 100 : value)
}

/** The rows that are not empty, sorted; the file may have them in any order. */
async function rowsOf(cells: AsyncIterable<XlsCell>, { maxRows, maxColumns }: Limits): Promise<SheetRow[]> {
  const rows = new Map<number, string[]>()
  for await (const [row, column, value] of cells) {
    const text = value.trim()
    if (text === '' || column >= maxColumns) continue
    const own = rows.get(row) ?? []
    rows.set(row, own)
    if (rows.size > maxRows) throw new AppError('excel.tooManyRows', { limit: maxRows })
    while (own.length < column) own.push('')
    own[column] = text
  }
  return [...rows].sort(([one], [other]) => one - other).map(([row, own]) => ({ line: row + 1, cells: own }))
}
