import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import type { BlockName, LayoutBlock, PaperField, PaperKind } from './print-layout.schema.ts'

const OF_RIDES: PaperField[] = ['storeName', 'head', 'title', 'numberLabel', 'number', 'racer', 'vehicle', 'rule']
const OF_A_START: PaperField[] = [
  'mode',
  'people',
  'member',
  'best',
  'paid',
  'deposit',
  'received',
  'change',
  'time',
  'cashier',
  'terminal',
  'remark',
]
const OF_TEXTS: PaperField[] = ['storeName', 'head', 'title', 'content', 'foot']

/** Fields available on each kind of paper. */
export const paperFields: Record<PaperKind, readonly PaperField[]> = {
  queueTicket: [...OF_RIDES, ...OF_A_START, 'wait', 'codeText', 'keep', 'foot'],
  wristband: [...OF_RIDES, ...OF_A_START, 'codeText', 'label', 'foot'],
  receipt: OF_TEXTS,
  refund: OF_TEXTS,
  shiftReport: OF_TEXTS,
  result: [...OF_TEXTS, 'codeText'],
  cloakroomSlip: [...OF_TEXTS, 'codeText'],
  text: OF_TEXTS,
}

const EVERYWHERE: BlockName[] = ['value', 'words', 'logo', 'marks', 'line', 'gap']

/** Blocks allowed on each kind of paper. */
export const paperBlocks: Record<PaperKind, readonly BlockName[]> = {
  queueTicket: [...EVERYWHERE, 'labelled', 'sides', 'code'],
  wristband: [...EVERYWHERE, 'labelled', 'sides', 'code'],
  receipt: [...EVERYWHERE, 'facts'],
  refund: [...EVERYWHERE, 'facts'],
  shiftReport: [...EVERYWHERE, 'facts'],
  result: [...EVERYWHERE, 'facts', 'code'],
  cloakroomSlip: [...EVERYWHERE, 'facts', 'code'],
  text: [...EVERYWHERE, 'facts'],
}

/** Required content of each kind, besides the copy marks, which every kind requires. */
const needed: Record<PaperKind, PaperField | 'facts' | 'code'> = {
  queueTicket: 'number',
  wristband: 'number',
  receipt: 'facts',
  refund: 'facts',
  shiftReport: 'facts',
  result: 'facts',
  cloakroomSlip: 'code',
  text: 'content',
}

const fieldsOf = (block: LayoutBlock): PaperField[] =>
  block.block === 'sides' ? [block.left, block.right] : 'field' in block ? [block.field] : []

interface LayoutProblem {
  code: ErrorCode
  details: ErrorDetails
}

/** Returns why the blocks are no valid layout for this kind of paper, or null if they are. */
export function layoutProblem(kind: PaperKind, blocks: readonly LayoutBlock[]): LayoutProblem | null {
  const strange = blocks.find(
    (one) =>
      !paperBlocks[kind].includes(one.block) || fieldsOf(one).some((field) => !paperFields[kind].includes(field)),
  )
  if (strange) return { code: 'layouts.foreignBlock', details: { field: 'blocks', line: blocks.indexOf(strange) + 1 } }
  if (blocks.filter(({ block }) => block === 'marks').length !== 1)
    return { code: 'layouts.oneMark', details: { field: 'blocks' } }
  const wanted = needed[kind]
  const has = blocks.some((one) => one.block === wanted || fieldsOf(one).some((field) => field === wanted))
  return has ? null : { code: `layouts.needs.${wanted}` as ErrorCode, details: { field: 'blocks' } }
}
