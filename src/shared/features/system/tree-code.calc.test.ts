import { describe, expect, it } from 'vitest'
import { nextTreeCode } from './tree-code.calc.ts'

describe('the next code in a tree', () => {
  it.each([
    ['', undefined, 'A01'],
    ['', 'A01', 'A02'],
    ['', 'A09', 'A10'],
    ['', 'A99', 'B01'],
    ['', 'Z98', 'Z99'],
    ['', 'Z99', null],
    ['A01', undefined, 'A01A01'],
    ['A01', 'A01A99', 'A01B01'],
    ['B02', 'B02C41', 'B02C42'],
  ])('below "%s" after %s is %s', (parent, last, next) => {
    expect(nextTreeCode(parent, last)).toBe(next)
  })
})
