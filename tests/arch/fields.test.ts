import { describe, expect, it } from 'vitest'
import { deadFields, formFields, readersOf } from './fields.ts'

/** Fields of forms that no code reads but their own list, each with what people do with it. */
const FOR_PEOPLE: Readonly<Record<string, string>> = {
  benefits: 'what a level gives besides, read by staff in the list of levels',
  coinPrice: 'spec §3 has it on a rule of the coin tool; no coin machine is connected, so that nothing takes it yet',
  fax: 'how to reach a store, read in the list of stores',
  departNameAbbr: 'the short name of a store for the clients of the family',
  iotCard: 'what is built into a device, read in the list of devices when it is repaired or its card is paid for',
  hardwareVersion: 'as iotCard',
  odometer: 'what a mechanic read on a vehicle, read in the log of its upkeep',
  smsCount: 'what headquarters has bought for a store, read in the list of stores; texts are not counted against it',
  postRank: 'the grade of a position, read in the list of positions',
  ruleDescription: 'what a rule of checking is for, read by whoever changes it',
}

describe('a field that a form fills in', () => {
  it('is known to the server and read by something besides its own form and list', () => {
    expect(formFields().length).toBeGreaterThan(150)
    const dead = deadFields().filter((field) => !FOR_PEOPLE[field])
    expect(dead).toEqual([])
  })

  it('is no exception where something has come to read it, or where no form has it any more', () => {
    const dead = new Set(deadFields())
    expect(Object.keys(FOR_PEOPLE).filter((field) => !dead.has(field))).toEqual([])
  })

  it('counts as read by what decides something by it, not by what only hands it on', () => {
    expect(readersOf('delayStopSeconds').length).toBeGreaterThan(0)
    expect(readersOf('fieldThatNobodyReads')).toEqual([])
    expect(readersOf('hardwareVersion')).toEqual([])
  })
})
