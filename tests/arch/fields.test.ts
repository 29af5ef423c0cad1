import { describe, expect, it } from 'vitest'
import { deadFields, figuresAndChoices, formFields, readersOf } from './fields.ts'

/**
 * Free text fields that only their own list reads, each with its use. Numbers and choices cannot be listed here: if no code
 * counts or decides by them, that is a defect.
 */
const FOR_PEOPLE: Readonly<Record<string, string>> = {
  benefits: 'what a level gives besides, read by staff in the list of levels',
  fax: 'how to reach a store, read in the list of stores',
  departNameAbbr: 'the short name of a store for the clients of the family',
  iotCard: 'what is built into a device, read in the list of devices when it is repaired or its card is paid for',
  hardwareVersion: 'as iotCard',
  postRank: 'the grade of a position, read in the list of positions',
  ruleDescription: 'what a rule of checking is for, read by whoever changes it',
}

/** Readings and grades that are entered as text. */
const WRITTEN_DOWN: Readonly<Record<string, string>> = {
  odometer: 'what a mechanic read on a vehicle, read in the log of its upkeep',
}

/** Fields of the example for integrators: nothing of the business reads it. */
const OF_THE_EXAMPLE = ['bonusMoney', 'punchTime', 'salaryMoney']

const EXCEPTED = [...Object.keys({ ...FOR_PEOPLE, ...WRITTEN_DOWN }), ...OF_THE_EXAMPLE]

describe('a form field', () => {
  it('is known to the server and read by code besides its own form and list', () => {
    expect(formFields().length).toBeGreaterThan(150)
    const dead = deadFields().filter((field) => !EXCEPTED.includes(field))
    expect(dead).toEqual([])
  })

  it('is listed as an exception only while a form has it and no code reads it', () => {
    const dead = new Set(deadFields())
    expect(EXCEPTED.filter((field) => !dead.has(field))).toEqual([])
  })

  it('is no exception where it is a number or a choice', () => {
    const counted = figuresAndChoices()
    expect(Object.keys(FOR_PEOPLE).filter((field) => counted.has(field))).toEqual([])
    expect(['smsCount', 'price', 'priceMode'].filter((field) => !counted.has(field))).toEqual([])
  })

  it('counts as read by code that decides by it, and not by code that only passes it on', () => {
    expect(readersOf('delayStopSeconds').length).toBeGreaterThan(0)
    expect(readersOf('fieldThatNobodyReads')).toEqual([])
    expect(readersOf('hardwareVersion')).toEqual([])
  })
})
