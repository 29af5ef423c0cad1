import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, hq, manager } = await testVenue(['hq', 'manager'])
const elsewhere = await server.signIn('manager2', 'A01A02')

const placeholder = (name: string): string => `\${${name}}`

beforeAll(async () => {
  const template = (templateCode: string, templateContent: string, client: TestClient, templateType: '1' | '3' = '1') =>
    client.messageTemplates.add({
      body: { templateCode, templateName: `模板 ${templateCode}`, templateContent, templateType },
    })
  await template('hello', `${placeholder('name')}，余额 ${placeholder('balance')} 元，${placeholder('store')}`, hq)
  await template('gift', `${placeholder('name')}，${placeholder('gift')} 请在 ${placeholder('until')} 前领取`, manager)
  await template('elsewhere', `${placeholder('name')}`, elsewhere)
})

const send = (userId: string, templateCode: string, testData = '', key = newId()) =>
  manager.memberMessages.send({ body: { userId, templateCode, testData }, key })

describe('a message to a member', () => {
  it('is filled with the member’s data, queued once, and listed with its state and a masked phone', async () => {
    const userId = await venue.member({ realname: '王小明', phone: '13900009901', balance: 12_300 })
    const preview = (await manager.memberMessages.preview({ query: { userId, templateCode: 'hello' } })).result
    expect(preview).toMatchObject({ receiver: '139****9901', missing: [] })
    expect(preview.content).toMatch(/^王小明，余额 123.00 元，.+/)
    const key = newId()
    await send(userId, 'hello', '', key)
    await send(userId, 'hello', '', key)
    const { records, total } = (await manager.memberMessages.list({ query: { userId } })).result
    expect(total).toBe(1)
    expect(records[0]).toMatchObject({
      id: key,
      userId,
      esContent: preview.content,
      esReceiver: '139****9901',
      esType: '1',
    })
    expect((await elsewhere.memberMessages.list({ query: { userId } })).result.total).toBe(0)
    expect(server.logs.join('')).not.toContain('13900009901')
  })

  it('requires the unknown variables, and ignores input for known ones', async () => {
    const userId = await venue.member({ realname: '王小明', phone: '13900009902' })
    const ask = async (testData: string) =>
      (await manager.memberMessages.preview({ query: { userId, templateCode: 'gift', testData } })).result
    expect((await ask('')).missing).toEqual(['gift', 'until'])
    expect(await codeOf(send(userId, 'gift'))).toBe('messages.variablesMissing')
    const given = JSON.stringify({ gift: '水杯', until: '周五', name: '别人' })
    expect((await ask(given)).content).toBe('王小明，水杯 请在 周五 前领取')
    await send(userId, 'gift', given)
    expect(await codeOf(send(userId, 'gift', '不是 JSON'))).toBe('messages.badJson')
  })

  it('uses templates of the store and its chain, for members who can be reached', async () => {
    const userId = await venue.member({ phone: '' })
    const { result } = await manager.memberMessages.templates({ query: { userId } })
    const codes = result.map(({ templateCode }) => templateCode)
    expect(codes).toEqual(expect.arrayContaining(['hello', 'gift']))
    expect(codes).not.toContain('elsewhere')
    expect(result.every(({ reachable }) => !reachable)).toBe(true)
    expect(await codeOf(send(userId, 'hello'))).toBe('messages.memberUnreachable')
    expect(await codeOf(send(userId, 'elsewhere'))).toBe('messages.templateUnknown')
    expect(await codeOf(send(await venue.member({ orgCode: 'A01A02', phone: '13900009903' }), 'hello'))).toBe(
      'members.notFound',
    )
  })
})
