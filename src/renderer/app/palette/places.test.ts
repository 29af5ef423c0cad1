import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filtersOfAddress } from '#renderer/ui/crud/address-filters.ts'
import { api } from '#shared/api.ts'
import type { Contract } from '#shared/core/route.ts'
import { SearchKind } from '#shared/features/search/search.schema.ts'
import { loadWindow } from '#tests/support/window.ts'
import { addressOfHit, addressOfList } from './hit-pages.ts'

const { slices } = await loadWindow('slices')
const { settingsOfSlices } = await loadWindow('registry')

const hit = { id: '01990000-0000-7000-8000-000000000001', title: '名称' }
const components = new Set(slices.flatMap(({ pages }) => Object.keys(pages)))
const pathOf = (component: string) => (components.has(component) ? `/${component}` : null)

/** The lists that are opened by their filters. */
const lists: Partial<Record<SearchKind, Contract>> = {
  member: api.memberRecords,
  order: api.consumeOrders,
  recharge: api.rechargeOrders,
  consumeRule: api.consumeRules,
  rechargeRule: api.rechargeRules,
  playCardRule: api.playCardRules,
  product: api.products,
  gift: api.gifts,
}

describe('a hit', () => {
  it.each(SearchKind.options)('of the kind %s has a page, whose list knows the filters of its address', (kind) => {
    const addresses = [addressOfHit(pathOf, kind, hit), addressOfList(pathOf, kind, '名称')]
    for (const address of addresses) {
      expect(address).toMatch(/^\/\w+/)
      const contract = lists[kind]
      const search = (address ?? '').slice((address ?? '').indexOf('?'))
      const given = [...new URLSearchParams(search).keys()].filter((name) => name !== 'open')
      if (contract) expect(Object.keys(filtersOfAddress(search, contract))).toEqual(given)
    }
  })

  it('has no address for a user without its page', () => {
    expect(addressOfHit(() => null, 'order', hit)).toBeNull()
  })
})

describe('settings', () => {
  const source = (path: string) => readFileSync(join(import.meta.dirname, '..', '..', 'features', path), 'utf8')
  const labelsIn = (text: string) =>
    [...text.matchAll(/label=(?:\{t\('([\w.]+)'\)\}|"([\w.]+)")/g)].map(([, call, name]) => call ?? name ?? '')

  it('are found by every label of the settings of a terminal, of the support contact and of the own account', async () => {
    const known = new Set<string>((await settingsOfSlices(true)).map(({ label }) => label))
    const terminal = readdirSync(join(import.meta.dirname, '..', '..', 'features', 'settings'))
      .filter((name) => /-(section|fields|row)\.tsx$/.test(name))
      .map((name) => `settings/${name}`)
    const pages = [...terminal, 'system/support-contact.page.tsx', 'access/account/account-settings.page.tsx']
    const labels = pages.flatMap((path) => labelsIn(source(path)))
    expect(labels.length).toBeGreaterThan(40)
    expect(labels.filter((label) => !known.has(label))).toEqual([])
  })

  it('are those of this computer only at a terminal', async () => {
    const web = await settingsOfSlices(false)
    expect(web.filter(({ page }) => page.startsWith('/terminal'))).toEqual([])
    expect(web.some(({ label }) => label === 'account.realname')).toBe(true)
  })
})
