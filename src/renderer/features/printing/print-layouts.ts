import type { Translate } from '#renderer/core/locale.ts'
import type { BlockName, LayoutBlock, PaperField } from '#shared/features/printing/print-layout.schema.ts'

export const LAYOUTS_KEY = 'printLayouts'

/** A block of an editor's list with a name of its own, so that rows keep what is typed in them when they move. */
export interface Row {
  key: number
  block: LayoutBlock
}

/** What a block that is added begins with. */
export function newBlock(name: BlockName, [first = 'title']: readonly PaperField[]): LayoutBlock {
  const style = { align: 'center', bold: false, scale: 1 } as const
  switch (name) {
    case 'value':
      return { block: name, field: first, ...style }
    case 'words':
      return { block: name, zh: '', en: '', ...style }
    case 'labelled':
      return { block: name, field: first, bold: false }
    case 'sides':
      return { block: name, left: first, right: first, bold: false }
    case 'code':
      return { block: name, dots: 6 }
    default:
      return { block: name }
  }
}

/** What a row is called where its buttons speak of it. */
export function nameOfBlock(t: Translate, block: LayoutBlock): string {
  const name = t(`layout.block.${block.block}`)
  return 'field' in block ? `${name} ${t(`layout.field.${block.field}`)}` : name
}
