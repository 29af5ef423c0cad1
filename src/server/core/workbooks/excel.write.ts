import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { pauseForCounter } from '#server/db/counter-priority.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type Cell = string | number | null
export interface Workbook {
  /** Lines above the headings, each over the whole width. */
  titles: readonly string[]
  headings: readonly string[]
  /** Rows in batches, so that a large table is never in memory as a whole. */
  rows: AsyncIterable<Cell[][]>
  /** Input hints and data validation of the cells below each heading, for workbooks that users fill in. */
  hints?: readonly ColumnHint[]
  /** A second sheet. */
  guide?: Guide
}

export interface ColumnHint {
  says: string
  /** Values that the program suggests; other values are allowed too. */
  offers: readonly string[]
  isRequired: boolean
}

export interface Guide {
  name: string
  headings: readonly string[]
  rows: readonly Cell[][]
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const sheetParts = (sheets: readonly string[]): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('\n')}
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">
${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('\n')}
<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
  // 0 plain, 1 title, 2 heading, 3 heading of what must be filled in.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="4"><font><sz val="11"/></font><font><b/><sz val="14"/></font><font><b/><sz val="11"/></font><font><b/><sz val="11"/><color rgb="FFB42318"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment horizontal="center"/></xf><xf fontId="2" applyFont="1"/><xf fontId="3" applyFont="1"/></cellXfs></styleSheet>`,
})

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Removes characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Cuts text to the limit of a cell: Excel cannot open a workbook with a longer one. */
const MAX_CELL_LENGTH = 32_767

/** The name of a column: A to Z, AA and on. */
const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

function cellXml(value: Cell, reference: string, style: number): string {
  const attributes = `r="${reference}"${style > 0 ? ` s="${style}"` : ''}`
  if (value === null || value === '') return ''
  if (typeof value === 'number') return `<c ${attributes}><v>${value}</v></c>`
  // An inline string is never interpreted as a formula, whatever it begins with.
  return `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, MAX_CELL_LENGTH))}</t></is></c>`
}

const rowXml = (cells: readonly Cell[], line: number, styleOf: (index: number) => number = () => 0): string =>
  `<row r="${line}">${cells.map((value, index) => cellXml(value, `${columnName(index)}${line}`, styleOf(index))).join('')}</row>`

/** The last row with input hints and data validation. */
const LAST_HINTED = 10_000
/** Limits of spreadsheet programs for these texts. */
const MAX_OFFER_LENGTH = 255
const MAX_HINT_LENGTH = 255

function hintXml({ says, offers }: ColumnHint, heading: string, cells: string): string {
  const prompt = `showInputMessage="1" promptTitle="${escaped(heading.slice(0, 32))}" prompt="${escaped(says.slice(0, MAX_HINT_LENGTH))}"`
  const list = offers.join(',')
  // A value with a comma would be read as two values.
  const fits = list !== '' && list.length <= MAX_OFFER_LENGTH && !offers.some((offer) => /[,"]/.test(offer))
  return fits
    ? `<dataValidation type="list" allowBlank="1" ${prompt} sqref="${cells}"><formula1>${escaped(`"${list}"`)}</formula1></dataValidation>`
    : `<dataValidation allowBlank="1" ${prompt} sqref="${cells}"/>`
}

function hintsXml(hints: readonly ColumnHint[], headings: readonly string[], from: number): string {
  if (hints.length === 0) return ''
  const all = hints.map((hint, index) => {
    const column = columnName(index)
    return hintXml(hint, headings[index] ?? '', `${column}${from}:${column}${LAST_HINTED}`)
  })
  return `<dataValidations count="${all.length}">${all.join('')}</dataValidations>`
}

/** Freezes the heading rows in workbooks that users fill in. */
const frozen = (rows: number): string =>
  `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

let lastTurn = Promise.resolve()

/**
 * Yields to other events, and lets all other workbooks take a turn. So a charge waits for at most one batch of one workbook,
 * however many are written at once.
 */
function afterOthers(): Promise<void> {
  lastTurn = lastTurn.then(pauseForCounter).then(() => new Promise((go) => void setImmediate(go)))
  return lastTurn
}

async function* sheetXml({ titles, headings, rows, hints = [] }: Workbook): AsyncGenerator<string> {
  const head = hints.length > 0 ? frozen(titles.length + 1) : ''
  yield `${XML}<worksheet xmlns="${MAIN}">${head}<sheetFormatPr defaultColWidth="18" defaultRowHeight="16"/><sheetData>`
  let line = 0
  for (const title of titles) yield rowXml([title], ++line, () => 1)
  yield rowXml(headings, ++line, (index) => (hints[index]?.isRequired ? 3 : 2))
  for await (const portion of rows) {
    await afterOthers()
    yield portion.map((row) => rowXml(row, ++line)).join('')
  }
  const last = columnName(headings.length - 1)
  const merges =
    headings.length > 1 ? titles.map((_, index) => `<mergeCell ref="A${index + 1}:${last}${index + 1}"/>`) : []
  yield `</sheetData>${merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>` : ''}`
  yield `${hintsXml(hints, headings, titles.length + 2)}</worksheet>`
}

const guideXml = ({ headings, rows }: Guide): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetFormatPr defaultColWidth="28" defaultRowHeight="16"/><sheetData>${rowXml(headings, 1, () => 2)}${rows.map((row, index) => rowXml(row, index + 2)).join('')}</sheetData></worksheet>`

/** Writes a workbook to a file row by row and returns its size in bytes. Removes the file if it fails. */
export async function writeWorkbook(path: string, workbook: Workbook): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  // Errors reach the pipeline through the stream that it reads. An error event without a listener would end the process.
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)
  const { guide } = workbook
  const parts = sheetParts(guide ? ['Sheet1', guide.name] : ['Sheet1'])
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(XML + xml), name)
  const sheet = Readable.from(sheetXml(workbook), { objectMode: false }).on('error', fail)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  if (guide) zip.addBuffer(Buffer.from(guideXml(guide)), 'xl/worksheets/sheet2.xml')
  zip.end()
  try {
    await pipeline(output, createWriteStream(path))
    return (await stat(path)).size
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
