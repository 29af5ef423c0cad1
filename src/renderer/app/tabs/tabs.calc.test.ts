import { describe, expect, it } from 'vitest'
import { closeSome, closeTab, openTab, refreshTab, type TabList, tabAt, tabsFrom, whyNotClose } from './tabs.calc.ts'

const open = (...paths: string[]): TabList =>
  paths.reduce<TabList>((list, path) => openTab(list, path, ''), { tabs: [], home: '/home' })
const pathsOf = ({ tabs }: TabList) => tabs.map(({ path }) => path)

describe('tabs of open pages', () => {
  it('opens each page once, with home first, however its address is written', () => {
    expect(pathsOf(open('/a', '/home', '/b', '/A'))).toEqual(['/home', '/a', '/b'])
    expect(tabAt(openTab(open('/home', '/a'), '/a', '?id=1'), '/a')?.search).toBe('?id=1')
  })

  it('are restored for the same user in the same store, where still permitted', () => {
    const kept = {
      whose: 'lin A01',
      tabs: [{ path: '/a', search: '?id=1' }, { path: '/gone', search: '' }, { path: 7 }],
    }
    const mayOpen = (path: string) => path === '/a'
    expect(tabsFrom(kept, 'lin A01', mayOpen)).toEqual([{ path: '/a', search: '?id=1', version: 0 }])
    expect(tabsFrom(kept, 'chen A01', mayOpen)).toEqual([])
    for (const broken of [null, 'x', {}, { whose: 'lin A01' }]) expect(tabsFrom(broken, 'lin A01', mayOpen)).toEqual([])
  })

  it('closes neither home nor the last page', () => {
    expect(whyNotClose(open('/home', '/a'), '/home')).toBe('home')
    expect(whyNotClose(open('/home'), '/home')).toBe('last')
    expect(whyNotClose(open('/a'), '/a')).toBe('last')
    expect(whyNotClose(open('/home', '/a'), '/a')).toBeNull()
    expect(pathsOf(closeTab(open('/home', '/a'), '/home', '/a').list)).toEqual(['/home', '/a'])
  })

  it('shows the neighbour when the current page is closed, and stays otherwise', () => {
    const list = open('/home', '/a', '/b', '/c')
    expect(closeTab(list, '/b', '/b').goTo?.path).toBe('/c')
    expect(closeTab(list, '/c', '/c').goTo?.path).toBe('/b')
    expect(closeTab(list, '/b', '/c').goTo).toBeNull()
  })

  it('closes those to the left, to the right and all others, never home', () => {
    const list = open('/home', '/a', '/b', '/c')
    expect(pathsOf(closeSome(list, '/b', 'left', '/b').list)).toEqual(['/home', '/b', '/c'])
    expect(pathsOf(closeSome(list, '/a', 'right', '/a').list)).toEqual(['/home', '/a'])
    expect(pathsOf(closeSome(list, '/b', 'others', '/b').list)).toEqual(['/home', '/b'])
    expect(closeSome(list, '/b', 'others', '/c').goTo?.path).toBe('/b')
    expect(closeSome(list, '/b', 'left', '/c').goTo).toBeNull()
  })

  it('refreshes only the requested page', () => {
    expect(refreshTab(open('/home', '/a'), '/a').tabs.map(({ version }) => version)).toEqual([0, 1])
  })
})
