import { describe, expect, it } from 'vitest'
import { MAX_VIEWS_PER_LIST } from '#shared/features/system/list-views.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, manager } = await testVenue(['manager'])

const content = {
  filters: [{ name: 'name', value: '*教练*' }],
  advanced: { match: 'or', lines: [{ field: 'code', rule: 'eq', val: 'c1' }] },
  column: 'code',
  order: 'asc',
  pageSize: 30,
  columns: ['code', 'name'],
} as const
type Content = Parameters<TestClient['listViews']['add']>[0]['body']['content']
const viewOf = (name: string, more = {}) => ({
  list: 'positions',
  name,
  content: content as unknown as Content,
  ...more,
})
const names = async (by = manager) => (await by.listViews.mine()).result.views.map(({ name }) => name)

describe('views of lists', () => {
  it('are available to their user in another browser, and to no other user', async () => {
    const { result } = await manager.listViews.add({ body: viewOf('教练') })
    const elsewhere = await server.signIn('manager', 'A01A02')
    expect((await elsewhere.listViews.mine()).result).toEqual({
      density: null,
      views: [{ ...viewOf('教练'), id: result.id, isDefault: false }],
    })
    const stranger = await server.signIn('hq')
    expect(await names(stranger)).toEqual([])
    await expect(stranger.listViews.edit({ body: { id: result.id, name: '改' } })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    await expect(stranger.listViews.delete({ query: { id: result.id } })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
  })

  it('have unique names, and one of a list is its default', async () => {
    await expect(manager.listViews.add({ body: viewOf('教练') })).rejects.toMatchObject({ code: 'listViews.nameTaken' })
    await manager.listViews.add({ body: viewOf('一', { isDefault: true }) })
    const { result: second } = await manager.listViews.add({ body: viewOf('二', { isDefault: true }) })
    const { result: other } = await manager.listViews.add({ body: viewOf('一', { list: 'roles', isDefault: true }) })
    const defaults = async () =>
      (await manager.listViews.mine()).result.views
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id)
        .toSorted()
    expect(await defaults()).toEqual([second.id, other.id].toSorted())
    await manager.listViews.edit({ body: { id: second.id, isDefault: false } })
    expect(await defaults()).toEqual([other.id])
    await manager.listViews.delete({ query: { id: other.id } })
    expect(await names()).toEqual(['教练', '一', '二'])
  })

  it('are limited, however many are added at once', async () => {
    const coach = await server.signIn('coach')
    const many = Array.from({ length: MAX_VIEWS_PER_LIST + 10 }, (_, at) =>
      coach.listViews.add({ body: viewOf(`v${at}`) }),
    )
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ reason: { code: 'listViews.tooMany' } })
    expect(await names(coach)).toHaveLength(MAX_VIEWS_PER_LIST)
  })

  it('are limited in size', async () => {
    const filters = Array.from({ length: 40 }, (_, at) => ({ name: `f${at}`, value: 'x'.repeat(400) }))
    const large = { ...viewOf('大'), content: { ...content, filters } as unknown as Content }
    await expect(manager.listViews.add({ body: large })).rejects.toMatchObject({ code: 'common.invalidInput' })
  })
})

describe('the density of lists', () => {
  it('is stored per user', async () => {
    await manager.listViews.density({ body: { density: 'compact' } })
    await manager.listViews.density({ body: { density: 'large' } })
    expect((await manager.listViews.mine()).result.density).toBe('large')
    const hq = await server.signIn('hq')
    expect((await hq.listViews.mine()).result.density).toBeNull()
  })
})
