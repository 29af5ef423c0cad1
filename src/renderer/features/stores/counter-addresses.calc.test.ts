import { expect, it } from 'vitest'
import { counterAddresses } from './counter-addresses.calc.ts'

const known = ['http://192.168.1.20:8080']

it.each([
  ['http://127.0.0.1:8080', known],
  ['http://localhost:8080', known],
  ['http://192.168.1.20:8080', known],
  ['https://pitlane.example', ['https://pitlane.example', ...known]],
  // The terminal's own pages do not come from a server.
  ['app://pitlane', known],
])('a counter is given an address that it can reach, from a page at %s', (page, expected) => {
  expect(counterAddresses(new URL(page), known)).toEqual(expected)
})
