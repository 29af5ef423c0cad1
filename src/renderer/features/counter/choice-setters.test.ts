import { expect, it } from 'vitest'
import { choiceSetters } from './choice-setters.ts'

it('chooses a rule together with its type, so that a choice during a start holds for the next guest', () => {
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
