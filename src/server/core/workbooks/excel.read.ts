import { open as openFile, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, open, type ZipFile } from 'yauzl'
import { AppError } from '#shared/core/errors.ts'
import { MAX_TEXT, type SheetRow } from './excel.rows.ts'
import { importDeadline, type Pace, paceOf } from './excel.work.ts'
import { isCompoundFile } from './xls/compound-file.ts'
import { readXls } from './xls/read-xls.ts'

const MAX_ENTRIES = 500
/** Limit of the unpacked size of all parts, against zip bombs. */
const MAX_UNPACKED = 64 * 1_048_576
const MAX_COLUMNS = 200
/** Limits of nesting and attributes, above what spreadsheet programs write; the parser holds all of them in memory. */
const MAX_DEPTH = 50
const MAX_ATTRIBUTES = 100

const notAWorkbook = () => new AppError('excel.notAWorkbook')

/**
 * Reads the first sheet of an .xlsx or .xls row by row. The format is detected from the content; other files and sheets with more
 * than `maxRows` rows are refused. The caller has limited the size of the file, which is read into memory.
 */
export async function readWorkbook(
  path: string,
  maxRows: number,
  pace: Pace = paceOf(importDeadline()),
): Promise<SheetRow[]> {
  if (await startsAsCompoundFile(path)) return readOldWorkbook(path, maxRows, pace)
  const zip = await openZip(path)
  try {
    const parts = { zip, entries: await entriesOf(zip), pace }
    const sheet = await firstSheet(parts)
    return await rowsOf(parts, sheet, await sharedStrings(parts), maxRows)
  } catch (error) {
    throw error instanceof AppError ? error : notAWorkbook()
  } finally {
    zip.close()
  }
}

async function startsAsCompoundFile(path: string): Promise<boolean> {
  const file = await openFile(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return isCompoundFile(buffer)
  } finally {
    await file.close()
  }
}

async function readOldWorkbook(path: string, maxRows: number, pace: Pace): Promise<SheetRow[]> {
  try {
    return await readXls(await readFile(path), { maxRows, maxColumns: MAX_COLUMNS }, pace)
  } catch (error) {
    throw error instanceof AppError ? error : notAWorkbook()
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await promisify<string, object, ZipFile>(open)(path, { lazyEntries: true, autoClose: false })
  } catch {
    throw notAWorkbook()
  }
}

/** The parts by name. Their declared sizes are checked first; reading throws if a part is larger than declared. */
function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    let unpacked = 0
    if (zip.entryCount > MAX_ENTRIES) return reject(new AppError('excel.tooLarge'))
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      if (unpacked > MAX_UNPACKED) return reject(new AppError('excel.tooLarge'))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

/** The parts of a workbook that is being read. */
interface Parts {
  zip: ZipFile
  entries: Map<string, Entry>
  pace: Pace
}

interface Handlers {
  open?: (tag: SaxesTagPlain) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

const unpacked = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })

/** Parses one part. A document type declaration is refused, because it could define entities. */
async function walk({ zip, pace }: Parts, entry: Entry, handlers: Handlers): Promise<void> {
  const stream = await unpacked(zip, entry)
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw notAWorkbook()
  })
  let depth = 0
  let attributes = 0
  parser.on('opentagstart', () => {
    attributes = 0
    if (++depth > MAX_DEPTH) throw notAWorkbook()
  })
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw notAWorkbook()
  })
  const local = (name: string): string => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', (tag) => handlers.open?.({ ...tag, name: local(tag.name) }))
  parser.on('closetag', (tag) => {
    depth--
    handlers.close?.(local(tag.name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  stream.setEncoding('utf8')
  await pipeline(stream, async (chunks: AsyncIterable<string>) => {
    for await (const chunk of chunks) {
      parser.write(chunk)
      await pace()
    }
    parser.close()
  })
}

/** The path of the first sheet, from the workbook's relationships. */
async function firstSheet(parts: Parts): Promise<Entry> {
  const { entries } = parts
  const workbook = entries.get('xl/workbook.xml')
  const relations = entries.get('xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) throw notAWorkbook()
  let id: string | undefined
  await walk(parts, workbook, {
    open: ({ name, attributes }) => {
      if (name === 'sheet') id ??= Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1]
    },
  })
  const targets = new Map<string, string>()
  await walk(parts, relations, {
    open: ({ name, attributes }) => {
      if (name === 'Relationship') targets.set(attributes.Id ?? '', attributes.Target ?? '')
    },
  })
  const target = targets.get(id ?? '') ?? ''
  const sheet = entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (!sheet) throw notAWorkbook()
  return sheet
}

/** A text with what the parser adds to it, up to the limit: one piece can be as long as the whole part. */
const extended = (text: string, piece: string): string =>
  text.length < MAX_TEXT ? text + piece.slice(0, MAX_TEXT - text.length) : text

/** The texts that cells share. Each is trimmed once, because thousands of cells may share a long one. */
async function sharedStrings(parts: Parts): Promise<string[]> {
  const entry = parts.entries.get('xl/sharedStrings.xml')
  const strings: string[] = []
  if (!entry) return strings
  let current = ''
  let inText = false
  let phonetic = 0
  await walk(parts, entry, {
    open: ({ name }) => {
      if (name === 'si') current = ''
      if (name === 'rPh') phonetic++
      inText = name === 't' && phonetic === 0
    },
    text: (text) => {
      if (inText) current = extended(current, text)
    },
    close: (name) => {
      inText = false
      if (name === 'rPh') phonetic--
      if (name === 'si') strings.push(current.trim())
    },
  })
  return strings
}

/** The column index of a cell from its reference (`C7`); without one, the next column. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (!letters) return next
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

async function rowsOf(parts: Parts, entry: Entry, shared: readonly string[], maxRows: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  let row: SheetRow = { line: 0, cells: [] }
  let column = -1
  let type = ''
  let value = ''
  let reads = false
  await walk(parts, entry, {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        const line = Number(attributes.r ?? row.line + 1)
        row = { line: Number.isSafeInteger(line) ? line : row.line + 1, cells: [] }
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributes.r, column + 1)
        type = attributes.t ?? 'n'
        value = ''
      }
      reads = name === 'v' || name === 't'
    },
    text: (text) => {
      if (reads) value = extended(value, text)
    },
    close: (name) => {
      reads = false
      if (name === 'c' && column < MAX_COLUMNS) {
        const cell = (type === 's' ? (shared[Number(value)] ?? '') : value).trim()
        if (cell === '') return
        while (row.cells.length < column) row.cells.push('')
        row.cells[column] = cell
      }
      if (name !== 'row' || row.cells.length === 0) return
      if (rows.length >= maxRows) throw new AppError('excel.tooManyRows', { limit: maxRows })
      rows.push(row)
    },
  })
  return rows
}
