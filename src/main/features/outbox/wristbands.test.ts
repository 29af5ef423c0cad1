import { expect, it } from 'vitest'
import { wristbandPaper } from './wristbands.ts'

it('gives the wristbands of a start the same paper as the server does', () => {
  // As wristband_paper of the database answers for this id.
  expect(wristbandPaper('01890000-0000-7000-8000-000000000001')).toBe('8d1a4230-eb93-8b7e-889c-059b0064aee8')
})
