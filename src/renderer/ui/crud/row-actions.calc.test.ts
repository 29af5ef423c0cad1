import { describe, expect, it } from 'vitest'
import { inlineCount } from './row-actions.calc.ts'

const order = ['Rides of this order', 'Give deposit back', 'Print the receipt', 'Refund']
const booking = ['到店', '发提醒', '修改', '取消预约']
const user = ['Edit', 'Freeze', 'Reset password', 'Recover', 'Delete']

describe('the actions of a row', () => {
  it('are four, or three and a menu', () => {
    expect(inlineCount(order, false)).toBe(4)
    expect(inlineCount(user, false)).toBe(3)
    expect(inlineCount([], false)).toBe(0)
  })

  it('go to the menu on a narrow screen where their labels are long, but for the first', () => {
    expect(inlineCount(order, true)).toBe(1)
    expect(inlineCount(['A label that is longer than all that fits', 'Edit'], true)).toBe(1)
    expect(inlineCount(user, true)).toBe(3)
    expect(inlineCount(['Edit', 'Delete'], true)).toBe(2)
    expect(inlineCount([], true)).toBe(0)
  })

  it('are as wide in Chinese with half of the characters', () => {
    expect(inlineCount(booking, true)).toBe(4)
    expect(inlineCount([...booking.slice(0, 3), '取消这次预约并退款'], true)).toBe(3)
  })
})
