import type { LayoutBlock, PrintLogo, StorePrinting } from '#shared/features/printing/print-layout.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { PrinterSettings, TicketData } from '#shared/ipc/devices.ts'
import { defaultLayouts } from './default-layouts.ts'
import { EscPosDocument, type RenderedDocument } from './escpos.document.ts'
import { codeOf, kindOf, type PaperValues, paperValues, type ReceiptWords } from './paper.values.ts'

/** Printer capabilities from the settings. */
export type PrinterCapabilities = Pick<PrinterSettings, 'maker' | 'chinese'>

export interface PaperOptions {
  columns: number
  /** Copy number; above 1 the paper is marked as a copy. */
  copyNo: number
  /** Marks the first print as a copy as well, because another terminal may have printed it. */
  markCopy?: boolean
  cut?: boolean
  /** Default: an Epson with a Chinese font. */
  printer?: PrinterCapabilities
  words?: ReceiptWords | null
  /** Custom layouts and logo of the store; default layouts otherwise. */
  printing?: StorePrinting | null
}

/** Renders a paper by its layout. The same data always gives the same bytes. */
export function renderPaper(data: TicketData, options: PaperOptions): RenderedDocument {
  const { columns, cut = true, printer, printing } = options
  const kind = kindOf(data)
  const blocks = printing?.layouts[kind] ?? defaultLayouts()[kind]
  const doc = new EscPosDocument(columns, printer)
  const count = data.wristbands ?? 1
  for (let label = 1; label <= count; label++) {
    const values = paperValues(data, options.words ?? null, label)
    for (const block of blocks) put(doc, block, { data, options, values })
    if (label < count) doc.divide(cut)
  }
  return doc.end(cut)
}

interface BlockInput {
  data: TicketData
  options: PaperOptions
  values: PaperValues
}

function put(doc: EscPosDocument, block: LayoutBlock, { data, options, values }: BlockInput): void {
  switch (block.block) {
    case 'value':
      putText(doc, values[block.field].value, block)
      break
    case 'words':
      putText(doc, (data.locale === 'en' && block.en) || block.zh, block)
      break
    case 'labelled': {
      const { label, value } = values[block.field]
      if (value !== '') doc.pair(label, value, block)
      break
    }
    case 'sides': {
      const [left, right] = [values[block.left].value, values[block.right].value]
      if (left !== '' || right !== '') doc.pair(left, right, block)
      break
    }
    case 'facts':
      for (const [name, value] of data.document?.facts ?? []) doc.pair(name, value)
      break
    case 'marks':
      putMarks(doc, data, options)
      break
    case 'logo':
      putLogo(doc, options.printing?.logos ?? [])
      break
    case 'code':
      doc.qr(codeOf(data), block.dots)
      break
    case 'line':
      doc.rule()
      break
    case 'gap':
      doc.feed()
  }
}

type Style = Pick<Extract<LayoutBlock, { block: 'value' }>, 'align' | 'bold' | 'scale'>

function putText(doc: EscPosDocument, content: string, { align, bold, scale }: Style): void {
  if (content !== '') doc.text(content, { align, bold, scale, shrink: true })
}

function putMarks(doc: EscPosDocument, data: TicketData, { copyNo, markCopy = false }: PaperOptions): void {
  const { locale } = data
  if (copyNo > 1 || markCopy) {
    doc.text(text(locale, 'ticket.copy', { copyNo }), { align: 'center', bold: true, scale: 2, shrink: true })
  }
  if (data.offline && kindOf(data) === 'queueTicket')
    doc.text(text(locale, 'ticket.offline'), { align: 'center', bold: true })
  if (data.isUnpaid) doc.text(text(locale, 'ticket.unpaid'), { align: 'center', bold: true })
}

/** Prints the widest logo that fits, centred. */
function putLogo(doc: EscPosDocument, logos: readonly PrintLogo[]): void {
  const room = doc.columns * 12
  const [logo] = logos.filter(({ width }) => width <= room).sort((a, b) => b.width - a.width)
  if (logo) doc.picture({ width: logo.width, height: logo.height, bits: Buffer.from(logo.dots, 'base64') })
}
