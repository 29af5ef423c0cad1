import { describe, expect, it } from 'vitest'
import type { MenuNode } from '#shared/features/access/access.schema.ts'
import { homeOf, pagesOf, startOf, visibleMenuOf } from './menu.calc.ts'

const node = (path: string, component: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id: path,
  route: '1',
  path,
  name: path,
  component,
  redirect: null,
  meta: { title: path, keepAlive: false, internalOrExternal: false },
  ...more,
})

const known = (component: string) => component !== 'layouts/RouteView' && component !== 'future/Page'

describe('menu of the server', () => {
  it('becomes the implemented pages, in its order, including those inside groups', () => {
    const menu = [
      node('/dashboard/analysis', 'dashboard/Analysis'),
      node('/sessions', 'layouts/RouteView', { children: [node('counter', 'sessions/StartSession')] }),
      node('/future', 'future/Page'),
      node('/off', 'dashboard/Analysis', { route: '0' }),
    ]
    expect(pagesOf(menu, known).map(({ path }) => path)).toEqual(['/dashboard/analysis', '/counter'])
  })

  it('shows groups with their visible entries, and neither hidden entries nor empty groups', () => {
    const menu = [
      node('/system', 'layouts/RouteView', { children: [node('/users', 'users'), node('/later', 'future/Page')] }),
      node('/empty', 'layouts/RouteView', { children: [node('/later', 'future/Page')] }),
      node('/secret', 'users', { hidden: true }),
    ]
    const [group, ...others] = visibleMenuOf(menu, known)
    expect([group?.path, group?.children.map(({ path }) => path), others]).toEqual(['/system', ['/users'], []])
    expect(pagesOf(menu, known).map(({ path, hidden }) => [path, hidden])).toEqual([
      ['/users', false],
      ['/secret', true],
    ])
  })

  it('marks the pages that keep their state while another one is shown', () => {
    const kept = node('/kept', 'users', { meta: { title: 'kept', keepAlive: true, internalOrExternal: false } })
    const named = pagesOf([kept, node('/fresh', 'users')], known).map(({ path, keepAlive }) => [path, keepAlive])
    expect(named).toEqual([
      ['/kept', true],
      ['/fresh', false],
    ])
  })

  it('redirects a group to the path in the menu, else to its first page', () => {
    const children = [
      node('/system/inner', 'layouts/RouteView', { children: [node('/system/one', 'one')] }),
      node('/system/two', 'two'),
    ]
    const to = (redirect: string | null) =>
      visibleMenuOf([node('/system', 'layouts/RouteView', { redirect, children })], known).map(
        ({ redirectTo }) => redirectTo,
      )
    expect(to('/System/Two')).toEqual(['/system/two'])
    expect(to(null)).toEqual(['/system/one'])
    expect(to('/elsewhere')).toEqual(['/system/one'])
  })

  it('opens external addresses in a new window, and no scripts', () => {
    const outside = (url: string) =>
      node('/help', 'layouts/IframePageView', {
        meta: { title: 'help', url, keepAlive: false, internalOrExternal: true },
      })
    expect(visibleMenuOf([outside('https://example.com/')], () => false)[0]?.href).toBe('https://example.com/')
    expect(pagesOf([outside('https://example.com/')], () => true)).toEqual([])
    expect(visibleMenuOf([outside('javascript:alert(1)')], () => false)).toEqual([])
  })

  it('starts a terminal at the counter and a browser at the home page, where permitted', () => {
    const pages = pagesOf(
      [
        node('/list', 'list'),
        node('/dashboard/analysis', 'dashboard/Analysis'),
        node('/counter', 'sessions/StartSession'),
      ],
      known,
    )
    expect([homeOf(pages, 'terminal'), homeOf(pages, 'web')]).toEqual(['/counter', '/dashboard/analysis'])
    expect(homeOf(pages.slice(0, 1), 'terminal')).toBe('/list')
    expect(homeOf([], 'web')).toBe('/404')
  })

  it('starts at the main page of the identity where permitted, else at the workplace', () => {
    const counter = node('/counter', 'sessions/StartSession')
    const records = node('/records', 'playbeforepay/SysPlayBeforePayList')
    const pages = pagesOf([node('/home', 'dashboard/Analysis'), counter, records], known)
    const starts = (['-1', '0', '1', '2', '3', '4'] as const).map((identity) => startOf(pages, 'web', identity))
    expect(starts).toEqual(['/home', '/home', '/home', '/records', '/counter', '/dashboard/workplace'])
    const withVehicles = [...pages, ...pagesOf([node('/vehicles', 'vehicles/SysVehicleList')], known)]
    expect(startOf(withVehicles, 'web', '2')).toBe('/vehicles')
    const withBoard = [...withVehicles, ...pagesOf([node('/board', 'dispatch/SysDispatchBoard')], known)]
    expect(startOf(withBoard, 'web', '2')).toBe('/board')
    for (const identity of ['1', '2', '3', undefined]) expect(startOf([], 'web', identity)).toBe('/dashboard/workplace')
    expect(startOf(pages, 'terminal', '1')).toBe('/counter')
  })
})
