import { expect, it } from 'vitest'
import { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import { layoutProblem } from './print-layout.calc.ts'
import type { LayoutBlock } from './print-layout.schema.ts'

const marks: LayoutBlock = { block: 'marks' }
const value = (field: 'number' | 'content'): LayoutBlock => ({
  block: 'value',
  field,
  align: 'left',
  bold: false,
  scale: 1,
})

it('reports blocks that a paper lacks and blocks that it may not have', () => {
  expect(layoutProblem('queueTicket', [marks, value('number')])).toBeNull()
  expect(layoutProblem('text', [marks, value('content')])).toBeNull()
  expect(layoutProblem('queueTicket', [marks, value('content')])?.details).toEqual({ field: 'blocks', line: 2 })
  expect(layoutProblem('wristband', [marks])?.code).toBe('layouts.needs.number')
  expect(layoutProblem('result', [{ block: 'facts' }])?.code).toBe('layouts.oneMark')
})

it('falls back to the default look for kinds and blocks of a newer server', () => {
  const { printing } = Snapshot.shape.store.shape
  expect(printing.parse({ layouts: { ticketOfTomorrow: [marks] }, logos: [] })).toEqual({ layouts: {}, logos: [] })
  expect(printing.parse({ layouts: { text: [{ block: 'hologram' }] } })).toEqual({ layouts: {}, logos: [] })
  expect(printing.parse(undefined)).toEqual({ layouts: {}, logos: [] })
})
