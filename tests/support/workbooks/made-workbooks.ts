import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A zip of these parts by name. */
export async function zipOf(parts: Record<string, string | Buffer>): Promise<Blob> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return new Blob([new Uint8Array(await buffer(zip.outputStream as Readable))])
}

/** An .xlsx of one sheet with this XML, whatever it is, and the texts that its cells share. */
export const workbookOf = (sheet: string | Buffer, shared?: readonly string[]): Promise<Blob> =>
  zipOf({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...(shared && { 'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>` }),
  })

/** The XML of a sheet whose cells are numbers of shared texts. */
export const sheetOf = (rows: readonly (readonly number[])[]): string => {
  const rowXml = (cells: readonly number[]) =>
    `<row>${cells.map((shared) => `<c t="s"><v>${shared}</v></c>`).join('')}</row>`
  return `<worksheet><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`
}
