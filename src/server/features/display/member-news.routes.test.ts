import { expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])

it('the member page shows released announcements for guests of the store and its chain, and no user gets them', async () => {
  const { client } = await memberOnPage(server, venue, await venue.member())
  const news = async () => (await client.memberNews.list()).result.announcements.map(({ title }) => title)
  const add = async (by: typeof manager, more: object = {}) => {
    const titile = newId()
    const body = {
      titile,
      msgContent: '<p>好</p>',
      homeImage: 'announcement/202611/picture.png',
      msgType: 'GUEST',
      msgCategory: '1',
      priority: 'L',
      ...more,
    } as const
    await by.announcements.add({ body })
    const id = (await by.announcements.list({ query: { titile } })).result.records[0]?.id ?? ''
    return { titile, id }
  }
  const own = await add(manager)
  expect(await news()).not.toContain(own.titile)
  const over = await add(manager, { endTime: toWireTime(new Date(server.clock.now().getTime() - 1000)) })
  const staff = await add(manager, { msgType: 'ALL' })
  const chain = await add(hq)
  const elsewhere = await add(await server.signIn('manager2'))
  for (const [by, { id }] of [
    [manager, own],
    [manager, over],
    [manager, staff],
    [hq, chain],
    [await server.signIn('manager2'), elsewhere],
  ] as const)
    await by.announcements.release({ query: { id } })
  const shown = await news()
  expect(shown).toEqual(expect.arrayContaining([own.titile, chain.titile]))
  for (const { titile } of [over, staff, elsewhere]) expect(shown).not.toContain(titile)
  const { records } = (await cashier.announcementSends.mine({ query: { pageSize: 200 } })).result
  const received = records.map(({ titile }) => titile)
  expect(received).toContain(staff.titile)
  for (const { titile } of [own, chain]) expect(received).not.toContain(titile)
  await manager.announcements.revoke({ query: { id: own.id } })
  expect(await news()).not.toContain(own.titile)
})

it('an announcement for guests has content and a home image, also after an edit', async () => {
  const titile = newId()
  const body = {
    titile,
    msgContent: '<p>好</p>',
    homeImage: 'announcement/202611/picture.png',
    msgType: 'GUEST',
  } as const
  const add = (given: object) =>
    codeAndFieldOf(manager.announcements.add({ body: { ...body, msgCategory: '1', priority: 'L', ...given } }))
  expect(await add({ homeImage: '' })).toBe('common.invalidInput homeImage')
  expect(await add({ msgContent: '' })).toBe('common.invalidInput msgContent')
  expect(await add({ msgType: 'ALL', msgContent: '', homeImage: '' })).toBe('done')
  const id = (await manager.announcements.list({ query: { titile } })).result.records[0]?.id ?? ''
  const edit = (given: object) => codeAndFieldOf(manager.announcements.edit({ body: { id, ...given } }))
  expect(await edit({ msgType: 'GUEST', msgContent: body.msgContent })).toBe('common.invalidInput homeImage')
  expect(await edit({ ...body })).toBe('done')
})

it('an announcement leads guests to its web address, and to no page of the back office', async () => {
  const { client } = await memberOnPage(server, venue, await venue.member())
  const release = async (openType: 'url' | 'component', openPage: string) => {
    const titile = newId()
    const body = { titile, msgContent: '<p>好</p>', homeImage: 'announcement/202611/picture.png', openType, openPage }
    await manager.announcements.add({ body: { ...body, msgType: 'GUEST', msgCategory: '1', priority: 'L' } })
    const id = (await manager.announcements.list({ query: { titile } })).result.records[0]?.id ?? ''
    await manager.announcements.release({ query: { id } })
    return (await client.memberNews.list()).result.announcements.find((one) => one.id === id)?.link
  }
  expect(await release('url', 'https://venue.example/party')).toBe('https://venue.example/party')
  expect(await release('url', '/dashboard/analysis')).toBe('')
  expect(await release('component', 'member/MemberList')).toBe('')
})
