import { describe, expect, it } from 'vitest'
import { axisOf } from './bars.calc.ts'

describe('the axis of a bar chart', () => {
  it('ends at a round number at or above the highest bar', () => {
    expect(axisOf(7820.5)).toEqual({ most: 10_000, marks: [10_000, 5000, 0] })
    expect(axisOf(230)).toEqual({ most: 400, marks: [400, 200, 0] })
    expect(axisOf(0.3)).toEqual({ most: 0.4, marks: [0.4, 0.2, 0] })
  })
  it('has more marks where the chart is tall', () => {
    expect(axisOf(4800, 4)).toEqual({ most: 6000, marks: [6000, 4000, 2000, 0] })
    expect(axisOf(8000, 4).marks).toEqual([8000, 6000, 4000, 2000, 0])
    expect(axisOf(2, 4)).toEqual({ most: 2, marks: [2, 1, 0] })
  })
  it('has whole numbers where all values are whole', () => {
    expect(axisOf(1)).toEqual({ most: 1, marks: [1, 0] })
    expect(axisOf(3)).toEqual({ most: 4, marks: [4, 2, 0] })
    expect(axisOf(0)).toEqual({ most: 1, marks: [0] })
  })
})
