import { describe, expect, it } from 'vitest'
import { keysOf, searchTree, titlesOf, toggle } from './tree.calc.ts'

const tree = [
  {
    key: 'system',
    title: 'System',
    children: [
      { key: 'users', title: 'Users', children: [{ key: 'add', title: 'Add users' }] },
      { key: 'roles', title: 'Roles', children: null },
    ],
  },
  { key: 'home', title: 'Home' },
]

describe('a tree to select from', () => {
  it('is searched by title in any case, and keeps the ancestors of matches', () => {
    expect(keysOf(searchTree(tree, 'ADD'))).toEqual(['system', 'users', 'add'])
    expect(keysOf(searchTree(tree, 'users'))).toEqual(['system', 'users', 'add'])
    expect(keysOf(searchTree(tree, 'nothing'))).toEqual([])
    expect(keysOf(searchTree(tree, ' '))).toEqual(keysOf(tree))
  })

  it('checks ancestors and descendants', () => {
    expect([...toggle(tree, new Set(), 'users', true)].toSorted()).toEqual(['add', 'system', 'users'])
  })

  it('unchecks descendants and leaves ancestors checked', () => {
    const all = new Set(keysOf(tree))
    expect([...toggle(tree, all, 'users', false)].toSorted()).toEqual(['home', 'roles', 'system'])
  })

  it('allows a page without any of its buttons', () => {
    const checked = toggle(tree, toggle(tree, new Set(), 'users', true), 'add', false)
    expect([...checked].toSorted()).toEqual(['system', 'users'])
  })

  it('names the selection in the order of the tree', () => {
    expect(titlesOf(tree, new Set(['home', 'add']))).toEqual(['Add users', 'Home'])
  })
})
