import type { JSONColumnType } from 'kysely'
import type { LayoutBlock, PaperKind } from '#shared/features/printing/print-layout.schema.ts'

/** A store's own layout of a kind of paper. */
interface PrintLayout {
  kind: PaperKind
  orgCode: string
  blocks: JSONColumnType<LayoutBlock[]>
  updatedAt: Date
  updatedBy: string
}

/** A store's logo for one width of paper. */
interface PrintLogoRow {
  width: number
  orgCode: string
  height: number
  dots: Buffer
}

export interface PrintingTables {
  printLayout: PrintLayout
  printLogo: PrintLogoRow
}
