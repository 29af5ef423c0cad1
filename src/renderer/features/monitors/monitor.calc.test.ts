import { describe, expect, it } from 'vitest'
import { bytesText, durationText, percentOf } from './monitor.calc.ts'

describe('figures of the monitors', () => {
  it('are shown in units that people read', () => {
    expect([0, 512, 1536, 5 * 1024 ** 2, 200 * 1024 ** 3, 3 * 1024 ** 5].map(bytesText)).toEqual([
      '0 B',
      '512 B',
      '1.5 KB',
      '5.0 MB',
      '200 GB',
      '3072 TB',
    ])
    expect([59, 3661, 90_061].map(durationText)).toEqual(['00:00:59', '01:01:01', '1 d 01:01:01'])
    expect([0, 0.1234, 1].map(percentOf)).toEqual(['0.0', '12.3', '100.0'])
  })
})
