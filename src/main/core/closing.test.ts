import { expect, it } from 'vitest'
import { createCloseGuard } from './closing.ts'

function closingOf({ waiting = 0, inLine = 0, printing = 0, isKiosk = false, canAsk = true }) {
  const calls: string[] = []
  const closing = createCloseGuard({
    openWork: () => ({ unsent: waiting, queued: inLine, printing }),
    canConfirm: () => canAsk,
    isKiosk: () => isKiosk,
    confirm: (work) => calls.push(`asked ${work.unsent}/${work.printing}`),
    quit: () => calls.push('quit'),
  })
  return { closing, calls }
}

it('asks before closing while work is open, and closes only by the answer', () => {
  const { closing, calls } = closingOf({ waiting: 2, printing: 1 })
  expect(closing.mayClose()).toBe(false)
  closing.answer(false)
  expect(closing.mayClose()).toBe(false)
  closing.answer(true)
  expect(closing.mayClose()).toBe(true)
  expect(calls).toEqual(['asked 2/1', 'asked 2/1', 'quit'])
})

it('always asks at a kiosk, and never if the page is gone or the computer shuts down', () => {
  expect(closingOf({}).closing.mayClose()).toBe(true)
  expect(closingOf({ isKiosk: true }).closing.mayClose()).toBe(false)
  expect(closingOf({ waiting: 1, canAsk: false }).closing.mayClose()).toBe(true)
  const { closing, calls } = closingOf({ waiting: 1 })
  closing.markEnding()
  expect(closing.mayClose()).toBe(true)
  expect(calls).toEqual([])
})
