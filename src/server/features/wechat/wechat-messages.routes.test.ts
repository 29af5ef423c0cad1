import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliver } from '#server/features/messages/messages.service.ts'
import { newId } from '#shared/core/id.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { WECHAT_APP, WECHAT_SECRET, wechatGateway } from '#tests/support/wechat-gateway.ts'

let at = () => new Date()
const gateway = await wechatGateway(() => at())
const { server, venue, hq, manager } = await testVenue(['hq', 'manager'], gateway.config)
at = () => server.clock.now()
afterAll(() => gateway.close())

const TEMPLATE_ID = 'iPk5sOIt5X_flOVKn5GrTFpncEYTojx6ddbt8WYoV5s'
const placeholder = (name: string): string => `\${${name}}`
const mapping = {
  templateCode: 'recharged',
  templateId: TEMPLATE_ID,
  target: 'member' as const,
  fields: [
    { name: 'thing1', value: `您好，${placeholder('name')}` },
    { name: 'amount2', value: `${placeholder('sum')}元` },
  ],
}
const account = {
  orgCode: 'A01',
  enabled: true,
  sandbox: false,
  appId: WECHAT_APP,
  secrets: { secret: WECHAT_SECRET },
}
const edit = (body: object) => hq.wechatAccounts.edit({ body: { ...account, kind: 'official', ...body } })

beforeAll(async () => {
  for (const templateCode of ['recharged', 'unmapped']) {
    await manager.messageTemplates.add({
      body: {
        templateCode,
        templateName: '充值到账',
        templateType: '3',
        templateContent: `${placeholder('name')} ${placeholder('sum')}`,
      },
    })
  }
})
beforeEach(async () => {
  gateway.state.sent.length = 0
  gateway.state.next.clear()
  await edit({ templates: [mapping], pages: { member: 'https://venue.example/m' } })
})

async function send(receiver: string, templateCode = 'recharged') {
  const body = { templateCode, receiver, testData: JSON.stringify({ name: '张三', sum: 100 }) }
  const { result } = await manager.messageTemplates.sendMsg({ body, key: newId() })
  return result.id
}
/** Makes one attempt, and returns how the message stands. */
async function attempt(id: string, lastAttempt = false) {
  const data = { id, orgCode: STORE }
  await deliver(server.deps, { id, data, lastAttempt } as Parameters<typeof deliver>[1]).catch(() => undefined)
  const [row] = await venue.rows('message').where('id', id)
  return { state: row?.sendStatus, result: row?.result }
}

describe('a message by WeChat', () => {
  it('is sent by the chain’s public account with the mapped template, once', async () => {
    const id = await send('openid-zhang')
    expect(await attempt(id)).toEqual({ state: '1', result: '200228332' })
    await attempt(id)
    expect(gateway.state.sent).toEqual([
      {
        touser: 'openid-zhang',
        template_id: TEMPLATE_ID,
        client_msg_id: id.replaceAll('-', ''),
        url: 'https://venue.example/m',
        data: { thing1: { value: '您好，张三' }, amount2: { value: '100元' } },
      },
    ])
  })

  it('is final if the receiver does not follow, or the template is not mapped', async () => {
    expect(await attempt(await send('openid-stranger'))).toEqual({ state: '2', result: '43004 对方没有关注公众号' })
    expect(await attempt(await send('openid-nobody'))).toMatchObject({
      state: '2',
      result: expect.stringContaining('40003'),
    })
    expect(await attempt(await send('openid-zhang', 'unmapped'))).toMatchObject({ state: '2' })
    expect(gateway.state.sent).toEqual([])
  })

  it('is tried again after an outage or at the limit', async () => {
    const id = await send('openid-zhang')
    gateway.state.next.set('/cgi-bin/message/template/send', 'silent')
    expect(await attempt(id)).toEqual({ state: '0', result: '暂时连不上微信，请稍后再试' })
    gateway.state.next.set('/cgi-bin/message/template/send', 45009)
    expect(await attempt(id)).toMatchObject({ state: '0', result: expect.stringContaining('45009') })
    gateway.state.next.clear()
    expect(await attempt(id)).toMatchObject({ state: '1' })
    expect(gateway.state.sent).toHaveLength(1)
  })

  it('is sent by the mini-app, to the member’s openid there, if only that maps the template', async () => {
    await edit({ templates: [] })
    await edit({ enabled: false })
    const userId = await venue.member({ nickname: '张三', openid: 'openid-official' })
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('memberOpenid')
        .values({ openid: 'openid-mini', appId: WECHAT_APP, orgCode: STORE, memberId: userId, boundAt: new Date() })
        .execute(),
    )
    await edit({ kind: 'miniApp', templates: [mapping], pages: { member: 'pages/member/index' } })
    const { result } = await manager.memberMessages.send({
      body: { userId, templateCode: 'recharged', testData: '{"sum":"5"}' },
      key: newId(),
    })
    expect(await attempt(result.id)).toMatchObject({ state: '1' })
    expect(gateway.state.sent).toMatchObject([{ touser: 'openid-mini', page: 'pages/member/index' }])
    expect(gateway.state.sent[0]).not.toHaveProperty('url')
    await edit({ kind: 'miniApp', enabled: false })
  })

  it('cannot be ordered without an account or a forwarding service', async () => {
    await edit({ enabled: false })
    expect(await codeOf(send('openid-zhang'))).toBe('messages.channelOff')
    await edit({ enabled: true })
    expect(await codeOf(send('openid-zhang'))).toBe('done')
  })
})
