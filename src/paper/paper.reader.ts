import type { Paper, PaperPart } from '#shared/features/printing/paper.schema.ts'
import type { DecodedImage } from './escpos.pictures.ts'
import { EscPosReader } from './escpos.reader.ts'
import type { DecodedTicket } from './escpos.ticket.ts'
import { makerTables } from './maker.reader.ts'
import type { PrinterCapabilities } from './paper.render.ts'

/** Makes that print an image band like a line of text, with a line end. */
const endsBands: ReadonlySet<string> = new Set(['star', 'custom'])

/** Decodes printer bytes to the parts of a paper of `columns` columns. */
export function readPaper(bytes: Uint8Array, { maker }: Pick<PrinterCapabilities, 'maker'>, columns: number): Paper {
  const reader = new EscPosReader(maker === 'epson' ? {} : { commands: makerTables[maker] })
  reader.push(bytes)
  return { columns, parts: joined(partsOf(reader.finish(), endsBands.has(maker))) }
}

function partsOf({ order, ...read }: DecodedTicket, bandsEnd: boolean): PaperPart[] {
  const next = { line: 0, code: 0, image: 0, cut: 0 }
  return order.flatMap((name, at): PaperPart[] => {
    const index = next[name]++
    if (bandsEnd && name === 'line' && order[at - 1] === 'image') return []
    if (name === 'cut') return [{ part: 'cut' }]
    if (name === 'code') return [{ part: 'code', content: read.qr[index] ?? '', dots: read.qrDots[index] ?? 0 }]
    if (name === 'image') return read.images.slice(index, index + 1).map(pictureOf)
    return read.lines.slice(index, index + 1).map(({ text, bold, width, align }) => ({
      part: 'line',
      text,
      bold,
      scale: width,
      align,
    }))
  })
}

const pictureOf = ({ width, height, bits }: DecodedImage): PaperPart => ({
  part: 'picture',
  width,
  height,
  dots: Buffer.from(bits).toString('base64'),
})

/** Images are sent in bands; consecutive bands are joined. */
function joined(parts: readonly PaperPart[]): PaperPart[] {
  const all: PaperPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.part !== 'picture' || last?.part !== 'picture' || last.width !== part.width) {
      all.push(part)
      continue
    }
    const dots = Buffer.concat([Buffer.from(last.dots, 'base64'), Buffer.from(part.dots, 'base64')])
    all[all.length - 1] = { ...last, height: last.height + part.height, dots: dots.toString('base64') }
  }
  return all
}
