import { describe, expect, it } from 'vitest'
import { type HeldCard, joinCards } from './merge.calc.ts'

const NOW = new Date('2026-03-01T09:37:00Z')
const CLOCK = { now: NOW, timeZone: 'Asia/Shanghai', dayStartHour: 0 }
/** End of the business day `days` days from today. */
const day = (n: number) => new Date(Date.UTC(2026, 2, 1 + n, 16))
const card = (name: string, until: Date | null, uses: number): HeldCard => ({ name, until, uses })

describe('two unlimited cards of a project', () => {
  it('add up remaining days and uses under the name of the remaining one', () => {
    expect(joinCards(card('周卡', day(3), 4), card('月卡', day(10), 20), CLOCK)).toEqual(card('月卡', day(13), 24))
  })

  it('stay without an end or limit if either has none', () => {
    expect(joinCards(card('周卡', null, 4), card('月卡', day(10), -1), CLOCK)).toEqual(card('月卡', null, -1))
  })

  it('are ignored if they are no longer valid', () => {
    expect(joinCards(card('周卡', day(3), 4), card('月卡', day(-1), 20), CLOCK)).toEqual(card('周卡', day(3), 4))
    expect(joinCards(card('周卡', day(3), 0), card('月卡', day(1), 2), CLOCK)).toEqual(card('月卡', day(1), 2))
    expect(joinCards(card('周卡', day(-1), 4), null, CLOCK)).toBeNull()
    expect(joinCards(null, card('', null, 0), CLOCK)).toBeNull()
  })

  it('keep the uses of an ended card that pending rides hold', () => {
    const ended = (uses: number) => ({ ...card('周卡', day(-1), uses), held: 2 })
    expect(joinCards(ended(4), card('月卡', day(1), 3), CLOCK)).toEqual(card('月卡', day(1), 5))
    expect(joinCards(card('月卡', day(1), 3), ended(-1), CLOCK)).toEqual(card('月卡', day(1), 5))
    expect(joinCards(card('月卡', day(1), -1), ended(4), CLOCK)).toEqual(card('月卡', day(1), -1))
  })
})
