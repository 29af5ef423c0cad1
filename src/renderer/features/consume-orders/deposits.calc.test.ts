import { describe, expect, it } from 'vitest'
import { isOfTicket, ordersFound } from './deposits.calc.ts'

const order = (id: string, tickets: string, racer: string, playIds: string[] = []) => ({
  id,
  tickets,
  racer,
  playIds,
  userId: '',
})
const first = order('o1', 'A012', '小王', ['p1'])
const second = order('o2', 'A112 / T1-012, A113', '王芳', ['p2', 'p3'])

describe('the deposit of a ticket', () => {
  it('is found by the code or the number of any of its tickets', () => {
    expect(isOfTicket(second, 'p3')).toBe(true)
    expect(isOfTicket(second, 't1-012')).toBe(true)
    expect(isOfTicket(first, '012')).toBe(false)
  })

  it('is the only result for a complete number, although others contain it', () => {
    expect(ordersFound([first, second], 'A012')).toEqual([first])
    expect(ordersFound([first, second], '12')).toEqual([first, second])
    expect(ordersFound([first, second], '芳')).toEqual([second])
    expect(ordersFound([first, second], ' ')).toEqual([first, second])
    expect(ordersFound([first, second], 'x')).toEqual([])
  })
})
