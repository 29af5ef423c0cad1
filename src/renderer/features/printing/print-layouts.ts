import type { Translate } from '#renderer/core/locale.ts'
import type { BlockName, LayoutBlock, PaperField } from '#shared/features/printing/print-layout.schema.ts'

export const LAYOUTS_KEY = 'printLayouts'

/** A block with an id, so that rows keep their input when they move. */
export interface Row {
  key: number
  block: LayoutBlock
}

/** The initial values of a new block. */
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

/** The name of a row in the labels of its buttons. */
export function nameOfBlock(t: Translate, block: LayoutBlock): string {
  const name = t(`layout.block.${block.block}`)
  return 'field' in block ? `${name} ${t(`layout.field.${block.field}`)}` : name
}
