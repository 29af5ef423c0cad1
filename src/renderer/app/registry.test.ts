import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MenuNode } from '#shared/features/access/access.schema.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { loadWindow } from '#tests/support/window.ts'

const { everyonesPages, pages } = await loadWindow('registry')

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.stop())

/** Component keys that only group entries. */
const groups = ['layouts/RouteView']

const nodesOf = (menu: readonly MenuNode[]): MenuNode[] =>
  menu.flatMap((node) => [node, ...nodesOf(node.children ?? [])])

describe('the menu of the server', () => {
  it('names only implemented pages', async () => {
    const admin = await server.signIn('admin')
    const { menu } = (await admin.signIn.permissions()).result
    const seeded = nodesOf(menu).filter(({ component }) => !groups.includes(component))
    expect(seeded.length).toBeGreaterThan(3)
    expect(
      seeded.filter(({ component }) => !(component in pages)).map(({ path, component }) => [path, component]),
    ).toEqual([])
  })

  it('has each page open to all users at one address', async () => {
    const admin = await server.signIn('admin')
    const menu = nodesOf((await admin.signIn.permissions()).result.menu)
    for (const { path, component } of everyonesPages) {
      expect(pages[component]).toBeDefined()
      const named = menu.find((node) => node.component === component)
      expect(named?.path ?? path).toBe(path)
    }
  })
})
