import { describe, expect, it } from 'vitest'
import { laneOf } from '#server/core/limits/lane.ts'
import { calls, methodsOf, type NamedCall } from './calls.ts'

/** Pages that a counter needs while it serves a guest: a store's rules, vehicles and entries, or recent payments. */
const AT_THE_COUNTER = [
  'consumeRules.listActive',
  'consumeRules.listForMember',
  'consumeRules.listForMemberOfStore',
  'playCardRules.listOnSale',
  'queue.line',
  'rechargeOrders.listUnlinked',
  'rechargeRules.listOnSale',
  'vehicles.listOfStore',
]

const reads = calls.filter(({ route }) => methodsOf(route).includes('GET'))
const lanes = (some: readonly NamedCall[]) => some.map(({ name, route }) => `${name}: ${laneOf(route)}`)
const fieldsOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})

/** Whether the user chooses the time range. */
const isOfTimes = ({ route }: NamedCall): boolean =>
  fieldsOf(route.query).some((field) => /_begin$|_end$|^(from|until|startTime|endTime)$/i.test(field))

const hasRows = ({ route }: NamedCall): boolean => fieldsOf(route.result).includes('records')

describe('the connection slots of charges and starts', () => {
  it('are free of pages, except the few that a counter chooses from', () => {
    const pages = reads.filter((call) => hasRows(call) && laneOf(call.route) === 'counter')
    expect(pages.map(({ name }) => name).sort()).toEqual(AT_THE_COUNTER)
  })

  it('are free of lists over a time range that a user chooses', () => {
    const wide = reads.filter((call) => isOfTimes(call) && !AT_THE_COUNTER.includes(call.name))
    expect(wide.length).toBeGreaterThan(20)
    expect(lanes(wide).filter((lane) => lane.endsWith(': counter'))).toEqual([])
  })

  it('are free of exports and imports of workbooks', () => {
    const books = calls.filter(({ name }) => /\.(export\w*|importExcel|importPreview)$/.test(name))
    expect(books.length).toBeGreaterThan(20)
    expect(lanes(books).filter((lane) => !lane.endsWith(': workbooks'))).toEqual([])
  })
})
