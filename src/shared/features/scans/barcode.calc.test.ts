import { expect, it } from 'vitest'
import type { Scan } from '#shared/ipc/devices.ts'
import { barcodesOf } from './barcode.calc.ts'
import { classifyScan } from './scan-router.calc.ts'

const read = (value: string, source: Scan['source'] = 'wedge') =>
  barcodesOf({ ...classifyScan({ value, source }), source })

it('reads the common barcodes, also those that look like cards and coupons', () => {
  expect(read('6901234567892')).toEqual(['6901234567892'])
  expect(read('036000291452')).toEqual(['036000291452'])
  expect(read('WATER-1')).toEqual(['WATER-1'])
  expect(read('96385074')).toContain('96385074')
  expect(read('05012345')).toContain('05012345')
  expect(read('100200')).toEqual(['100200'])
})

it('reads nothing from card readers, pay codes and papers', () => {
  expect(read('0096385074', 'serial')).toEqual([])
  expect(read('134567890123456789')).toEqual([])
  expect(read('0197c1a0-0000-7000-8000-000000000001')).toEqual([])
  expect(read('')).toEqual([])
})
