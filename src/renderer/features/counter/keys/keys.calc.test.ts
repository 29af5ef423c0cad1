import { describe, expect, it } from 'vitest'
import { keysWith, standardKeys } from '#shared/ipc/station.ts'
import { keyCommand } from './keys.calc.ts'

const press = (key: string, isTyping = false, held: { ctrlKey?: boolean } = {}) =>
  keyCommand({ key, ctrlKey: false, altKey: false, metaKey: false, ...held }, isTyping)

describe('keys of the counter', () => {
  it.each([
    ['F1', { kind: 'search' }],
    ['F2', { kind: 'repeat' }],
    ['F3', { kind: 'guest', dialog: 'registration' }],
    ['F4', { kind: 'start', key: 'F4' }],
    ['F5', { kind: 'start', key: 'F5' }],
    ['F6', { kind: 'start', key: 'F6' }],
    ['F7', { kind: 'hung' }],
    ['F9', { kind: 'reprint' }],
    ['F10', { kind: 'cashier' }],
    ['Escape', { kind: 'clear' }],
  ])('%s works while typing in a field', (key, command) => {
    expect(press(key, true)).toEqual(command)
  })

  it.each([
    ['3', { kind: 'digit', digit: '3' }],
    ['ArrowLeft', { kind: 'vehicle', arrow: 'left' }],
    ['+', { kind: 'people', by: 1 }],
    ['-', { kind: 'people', by: -1 }],
    ['m', { kind: 'mode' }],
    ['p', { kind: 'payMode' }],
    ['w', { kind: 'walkIn' }],
    ['d', { kind: 'guest', dialog: 'deposits' }],
    ['v', { kind: 'addVehicle' }],
    ['s', { kind: 'shift' }],
    ['o', { kind: 'vehicleOpen' }],
  ])('%s is typing in a text field and a command elsewhere', (key, command) => {
    expect(press(key)).toEqual(command)
    expect(press(key, true)).toBeNull()
  })

  it('follows the configured function keys, and ignores those without an action', () => {
    const keys = keysWith(standardKeys, 'start', 'F12')
    const press = (key: string) => keyCommand({ key, ctrlKey: false, altKey: false, metaKey: false }, true, keys)
    expect(press('F12')).toEqual({ kind: 'start', key: 'F5' })
    expect(press('F5')).toBeNull()
  })

  it('leaves browser commands and other keys alone', () => {
    expect(press('r', false, { ctrlKey: true })).toBeNull()
    expect(press('Tab')).toBeNull()
  })
})

describe('the letters about a guest', () => {
  it('open their dialogs, except while typing in a field', () => {
    const press = (key: string, isTyping = false) =>
      keyCommand({ key, ctrlKey: false, altKey: false, metaKey: false }, isTyping)
    expect(['n', 'I', 'k', 'A'].map((key) => press(key))).toEqual([
      { kind: 'guest', dialog: 'registration' },
      { kind: 'guest', dialog: 'glance' },
      { kind: 'guest', dialog: 'cards' },
      { kind: 'guest', dialog: 'agreement' },
    ])
    expect(press('n', true)).toBeNull()
  })
})
