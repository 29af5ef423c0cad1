import { describe, expect, it } from 'vitest'
import { isTreeCode, nextTreeCode } from './tree-code.calc.ts'

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

describe('a code of a tree', () => {
  it.each([
    ['A01', '', true],
    ['A01B99', 'A01', true],
    ['A01', 'A01', false],
    ['A01B01C01', 'A01', false],
    ['B01A01', 'A01', false],
    ['A00', '', false],
    ['a01', '', false],
    ['A1', '', false],
  ])('%s below "%s": %s', (code, parent, isCode) => {
    expect(isTreeCode(code, parent)).toBe(isCode)
  })
})
