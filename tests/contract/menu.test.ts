import { describe, expect, it } from 'vitest'
import { tilePaths } from '#renderer/app/landing/landing.calc.ts'
import { sectionsOf } from '#renderer/app/menu/menu-sections.calc.ts'
import { collect } from '#server/core/registry.ts'
import { slices } from '#server/slices.ts'
import { loadWindow } from '#tests/support/window.ts'

const { menus, actions, topics } = collect(slices)
const { pages } = await loadWindow('registry')
const { slices: screens } = await loadWindow('slices')
const { publicPages } = await loadWindow('public-pages')

describe('the menu of a new system', () => {
  it('names only pages that the window has, each at its own address', () => {
    const components = menus.map(({ component }) => component).filter((component) => component !== 'layouts/RouteView')
    expect(components.filter((component) => !Object.hasOwn(pages, component))).toEqual([])
    expect(new Set(menus.map(({ url }) => url)).size).toBe(menus.length)
    expect(new Set(menus.map(({ order }) => order)).size).toBe(menus.length)
  })

  it('has a page behind each tile of the landing page, the menu or one that needs no sign-in', () => {
    const paths = Object.values(tilePaths).filter((path) => !Object.hasOwn(publicPages, path))
    expect(paths.filter((path) => !menus.some(({ url }) => url === path))).toEqual([])
  })

  it('stands under the headings of a long menu', () => {
    const top = menus.filter(({ parent, hidden }) => !parent && !hidden)
    const entries = top.map(({ url }) => ({
      key: url,
      label: url,
      icon: null,
      href: null,
      redirectTo: null,
      children: [],
    }))
    const sections = sectionsOf(entries) ?? []
    expect(sections.find(({ section }) => section === null)?.entries.map(({ key }) => key)).toEqual([
      '/dashboard/analysis',
    ])
    expect(sections.find(({ section }) => section === 'other')).toBeUndefined()
    expect(sections.flatMap((section) => section.entries)).toHaveLength(entries.length)
    expect(sectionsOf(entries.slice(0, 5))).toBeNull()
  })

  it('puts entries below earlier entries, and every button below one page', () => {
    for (const [index, { parent }] of menus.entries()) {
      if (parent) expect(menus.slice(0, index).map(({ id }) => id)).toContain(parent)
    }
    const modules = new Set([...actions.keys()].map((action) => action.split(':')[0]))
    expect(menus.flatMap((menu) => menu.modules ?? []).sort()).toEqual([...modules].sort())
  })
})

describe("the server's notifications", () => {
  it('are exactly the ones that the window listens for', () => {
    const heard = screens.flatMap(({ live = {} }) => Object.keys(live))
    expect(heard.filter((topic) => !topics.has(topic))).toEqual([])
    expect(new Set(screens.flatMap((slice) => Object.keys(slice.pages))).size).toBe(
      screens.flatMap((slice) => Object.keys(slice.pages)).length,
    )
  })
})
