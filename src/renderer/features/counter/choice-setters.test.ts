import { expect, it } from 'vitest'
import { choiceSetters } from './choice-setters.ts'

it('chooses a rule with its type, so that the next guest has it for whom it is chosen while another one is started', () => {
  const chosen: unknown[] = []
  const choices = {
    choose: (change: unknown) => void chosen.push(change),
    chooseMode: () => undefined,
    type: 'NOCARDCONSUME',
    ruleId: null,
    received: null,
  } as const
  choiceSetters(choices, { people: 1, most: 4, isStarting: () => true }).chooseRule('r1')
  expect(chosen).toEqual([{ type: 'NOCARDCONSUME', ruleId: 'r1' }])
})
