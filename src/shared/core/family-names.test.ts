import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  differingValuesOf,
  familyField,
  familyNameOf,
  familyValues,
  fromFamily,
  itemValueOf,
  ourFilterValue,
  ourNameOf,
  ourValueOfItem,
  toFamily,
} from './family-names.ts'

const racer = familyField(z.string().max(30).default(''))
const ride = z.object({ id: z.string(), racer, other: z.number().optional() })

it('renames a marked field in both directions, and leaves the others', () => {
  const ours = { id: '1', racer: '闪电', other: 2 }
  const family = { id: '1', cheshou: '闪电', other: 2 }
  expect(toFamily(ride, ours)).toEqual(family)
  expect(fromFamily(ride, family)).toEqual(ours)
  expect(fromFamily(ride, ours)).toEqual(ours)
})

it('finds marked fields in every kind of schema that contains them', () => {
  const derived = [
    ride.partial(),
    ride.pick({ racer: true }),
    z.object({ ...ride.shape }),
    ride.extend({ people: z.number().optional() }),
    ride.refine(() => true),
    ride.nullish(),
    z.object({ racer: racer.nullish() }),
    z.union([z.object({ none: z.null() }), ride]),
    z.preprocess((value) => value, ride),
  ]
  for (const schema of derived) expect(toFamily(schema, { racer: 'x' })).toEqual({ cheshou: 'x' })
  const page = z.object({ records: z.array(ride), byId: z.record(z.string(), ride) })
  expect(toFamily(page, { records: [{ racer: 'x' }], byId: { a: { racer: 'y' } } })).toEqual({
    records: [{ cheshou: 'x' }],
    byId: { a: { cheshou: 'y' } },
  })
})

it('leaves an unmarked field of the same name', () => {
  expect(toFamily(z.object({ racer: z.string() }), { racer: 'x' })).toEqual({ racer: 'x' })
  expect(toFamily(ride, null)).toBeNull()
  expect(toFamily(undefined, { racer: 'x' })).toEqual({ racer: 'x' })
})

it('handles recursive schemas', () => {
  interface Tree {
    racer: string
    children: Tree[]
  }
  const tree: z.ZodType<Tree> = z.lazy(() => z.object({ racer: familyField(z.string()), children: z.array(tree) }))
  expect(toFamily(tree, { racer: 'a', children: [{ racer: 'b', children: [] }] })).toEqual({
    cheshou: 'a',
    children: [{ cheshou: 'b', children: [] }],
  })
})

it('renames the values of a marked enumeration', () => {
  const row = z.object({ wallet: familyValues(z.enum(['balance', 'laps'])).optional() })
  expect(toFamily(row, { wallet: 'laps' })).toEqual({ wallet: 'quan' })
  expect(fromFamily(row, { wallet: 'quan' })).toEqual({ wallet: 'laps' })
  expect(toFamily(row, { wallet: 'balance' })).toEqual({ wallet: 'balance' })
})

it('renames field names with the suffixes of filters', () => {
  expect(ourNameOf('cheshou_begin')).toBe('racer_begin')
  expect(familyNameOf('racer_dictText')).toBe('cheshou_dictText')
  expect([ourNameOf('createTime'), ourNameOf('toString')]).toEqual(['createTime', 'toString'])
})

it('translates states and pay modes where a schema, filter or dictionary has them', () => {
  const order = z.object({
    state: familyValues(z.enum(['nopay', 'paid'])),
    mode: familyValues(z.enum(['cash'])).default('cash'),
  })
  expect(toFamily(order, { state: 'paid', mode: 'cash' })).toEqual({ state: 'payed', mode: 'unline' })
  expect(fromFamily(order, { state: 'payed', mode: 'unline' })).toEqual({ state: 'paid', mode: 'cash' })
  expect(fromFamily(order, { state: 'paid' })).toEqual({ state: 'paid' })
  expect([ourFilterValue('playState', 'GUADAN'), ourFilterValue('payState', 'paid')]).toEqual(['PENDING', 'paid'])
  expect([ourFilterValue('remark', 'unline'), differingValuesOf('remark')]).toEqual(['unline', []])
  expect([itemValueOf('play_state', 'PENDING'), ourValueOfItem('play_state', 'GUADAN')]).toEqual(['GUADAN', 'PENDING'])
  expect([itemValueOf('refund_way', 'cash'), ourValueOfItem('refund_way', 'cash')]).toEqual(['cash', 'cash'])
})
