import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import type { TemplateType } from '#shared/features/messages/message-templates.contract.ts'
import { startMailServer, startMessageProvider } from '#tests/support/message-providers.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { sendOutbox } from './sms-outbox.job.ts'

let mail: Awaited<ReturnType<typeof startMailServer>>
let provider: Awaited<ReturnType<typeof startMessageProvider>>
let server: TestServer
let manager: TestClient
let cashier: TestClient

beforeAll(async () => {
  ;[mail, provider] = await Promise.all([startMailServer(), startMessageProvider()])
  server = await startTestServer({
    jobs: true,
    smtpUrl: mail.url,
    mailFrom: 'Pitlane <no-reply@pitlane.example>',
    wechatUrl: `${provider.url}/send`,
    wechatToken: 'wx-token',
  })
  manager = await server.signIn('manager', 'A01A01')
  cashier = await server.signIn('cashier')
})
afterAll(async () => {
  await server.stop()
  await Promise.all([mail.close(), provider.close()])
})

const placeholder = (name: string): string => `\${${name}}`
const types = { sms: '1', email: '2', wechat: '3', system: '4' } as const satisfies Record<string, TemplateType>
let count = 0

async function template(templateType: TemplateType, templateContent: string, by = manager): Promise<string> {
  const templateCode = `T${++count}`
  const body = { templateCode, templateName: `模板${count}`, templateType, templateContent, templateTestJson: '' }
  await by.messageTemplates.add({ body })
  return templateCode
}

const send = async (templateCode: string, receiver: string, values: object = {}, by = manager, key = newId()) => {
  const body = { templateCode, receiver, testData: JSON.stringify(values) }
  return (await by.messageTemplates.sendMsg({ body, key })).result.id
}
const entry = async (id: string) => {
  const { result } = await manager.messages.list({ query: { pageSize: 200 } })
  return result.records.find((row) => row.id === id)
}
const ended = (id: string, esSendStatus: '0' | '1' | '2') =>
  until(async () => {
    const found = await entry(id)
    expect(found).toMatchObject({ esSendStatus })
    expect(found?.esSendNum).toBeGreaterThan(0)
    return found
  })
const owner = <T>(statement: string, values: unknown[] = []): Promise<T[]> =>
  withClient(server.database.ownerUrl, async (client) => (await client.query(statement, values)).rows as T[])

/** Makes the queue's next attempt due now. */
async function tryNow(id: string): Promise<void> {
  await until(async () => {
    const moved = await owner(
      `update pgboss.job set start_after = now() where id = $1 and state = 'retry' returning id`,
      [id],
    )
    expect(moved).toHaveLength(1)
  })
  await server.deps.bus.send({ kind: 'jobs', queue: 'messages' })
}

describe('sending by a template', () => {
  it('names missing variables, and refuses invalid JSON', async () => {
    const code = await template(types.system, `${placeholder('name')} ${placeholder('amount')} ${placeholder('name')}`)
    const body = { templateCode: code, receiver: 'cashier', testData: '{name:' }
    await expect(manager.messageTemplates.sendMsg({ body })).rejects.toMatchObject({
      code: 'messages.badJson',
      serverMessage: '解析Json出错！',
    })
    await expect(send(code, 'cashier', { name: '张伟' })).rejects.toMatchObject({
      code: 'messages.variablesMissing',
      details: { names: 'amount' },
    })
    expect(await codeOf(send('nowhere', 'cashier'))).toBe('messages.templateUnknown')
    expect(await codeOf(send(code, 'manager2', { name: 1, amount: 2 }))).toBe('messages.receiverUnknown')
    expect(await codeOf(send(await template(types.sms, 'x'), 'cashier'))).toBe('messages.receiverForm')
    expect(await codeOf(send(await template(types.email, 'x'), 'a@b.example, c@d.example'))).toBe(
      'messages.receiverForm',
    )
    expect(await codeOf(send(await template(types.email, 'x'), 'a@b.example\r\nBcc: c@d.example'))).toBe(
      'common.invalidInput',
    )
  })

  it('stores a system message for one user, once per key, and notifies the bell', async () => {
    const code = await template(types.system, `<p>您好 ${placeholder('name')}</p>`)
    const key = newId()
    const before = (await cashier.announcements.listByUser()).result.sysMsgTotal
    const ids = [await send(code, 'cashier', { name: '<b>李</b>' }, manager, key)]
    ids.push(await send(code, 'cashier', { name: '<b>李</b>' }, manager, key))
    expect(ids).toEqual([key, key])
    await ended(key, '1')
    const { result } = await cashier.announcements.listByUser()
    expect(result.sysMsgTotal).toBe(before + 1)
    expect(result.sysMsgList[0]).toMatchObject({ msgContent: '<p>您好 &lt;b&gt;李&lt;/b&gt;</p>', sender: 'manager' })
    expect((await manager.announcements.listByUser()).result.sysMsgList.map(({ id }) => id)).not.toContain(key)
  })

  it('puts an SMS into the outbox and shows its phone masked', async () => {
    const id = await send(await template(types.sms, `验证 ${placeholder('n')}`), '13812345678', { n: 7 })
    expect(await ended(id, '1')).toMatchObject({ esReceiver: '138****5678', esContent: '验证 7', esSendNum: 1 })
    expect(await owner(`select phone, text from sms_outbox where phone = '13812345678'`)).toEqual([
      { phone: '13812345678', text: '验证 7' },
    ])
    expect(server.logs.join('')).not.toContain('13812345678')
  })

  it('uses the SMS quota of the store, never more, and reports when it is too small', async () => {
    const left = async (count?: number) => {
      if (count !== undefined) await owner(`update store set sms_count = $1 where org_code = 'A01A01'`, [count])
      return (await owner<{ n: number }>(`select sms_count as n from store where org_code = 'A01A01'`))[0]?.n
    }
    const code = await template(types.sms, placeholder('words'))
    // 71 Chinese characters are two SMS.
    await left(7)
    await ended(await send(code, '13700000000', { words: '车'.repeat(71) }), '1')
    expect(await left()).toBe(5)
    const tried = await Promise.all(
      [1, 2, 3].map(() =>
        send(code, '13700000000', { words: '车'.repeat(71) }).catch(({ code: why }) => why as string),
      ),
    )
    // The last one is refused at once where the others have been sent already.
    const ids = tried.filter((one) => one !== 'messages.textsUsedUp')
    const late = ids.length === 3 ? ['2'] : []
    await until(async () => {
      const states = await Promise.all(ids.map(async (id) => (await entry(id))?.esSendStatus))
      expect(states.toSorted()).toEqual(['1', '1', ...late])
    })
    expect(await left()).toBe(1)
    const results = await Promise.all(ids.map(async (id) => (await entry(id))?.esResult))
    expect(results.filter((result) => result === 'textsUsedUp')).toHaveLength(late.length)
    await expect(send(code, '13700000000', { words: '车'.repeat(71) })).rejects.toMatchObject({
      code: 'messages.textsUsedUp',
      details: { left: 1 },
    })
    const sent = await owner(`select 1 from sms_outbox where phone = '13700000000'`)
    expect(sent).toHaveLength(3)
    await left(-1)
    await ended(await send(code, '13700000000', { words: 'x' }), '1')
    expect(await left()).toBe(-1)
  })

  it('sends the outbox to the configured SMS provider: once, again after failures, never after a refusal', async () => {
    const texts = (phone: string) => provider.posts.filter(({ body }) => body.phone === phone)
    const copies = await Promise.all(
      [1, 2].map(() => server.startCopy({ smsUrl: `${provider.url}/sms`, smsToken: 'sms-token' })),
    )
    const look = () => Promise.all([...copies, ...copies].map(({ deps }) => sendOutbox(deps)))
    provider.says(({ phone = '' }) => (phone.endsWith('1') ? 200 : phone.endsWith('2') ? 503 : 422))
    const code = await template(types.sms, 'x')
    for (const end of [1, 2, 3]) await ended(await send(code, `1390000000${end}`), '1')
    const states = () =>
      owner<{ state: string }>(`select state from sms_outbox where phone like '1390000000_' order by phone`)
    const become = (...wanted: string[]) =>
      until(async () => expect((await states()).map(({ state }) => state)).toEqual(wanted))
    await look()
    await become('sent', 'waiting', 'failed')
    await look()
    expect([texts('13900000001'), texts('13900000002'), texts('13900000003')].map((all) => all.length)).toEqual([
      1, 1, 1,
    ])
    expect(texts('13900000001')).toMatchObject([{ authorization: 'Bearer sms-token', body: { text: 'x' } }])
    provider.says()
    server.clock.advance(6000)
    await look()
    await become('sent', 'sent', 'failed')
    const [first, again] = texts('13900000002')
    expect(again?.key).toBe(first?.key)
    await Promise.all(copies.map((copy) => copy.stop()))
  })

  it('sends an email through a mail server', async () => {
    const id = await send(await template(types.email, '<p>好消息</p>'), 'guest@example.com')
    expect(await ended(id, '1')).toMatchObject({ esResult: expect.stringContaining('250') })
    const [sent] = mail.mails.filter(({ to }) => to.includes('guest@example.com'))
    expect(sent?.text).toContain(`Message-ID: <${id}@pitlane.example>`)
    expect(sent?.text).toMatch(/From: Pitlane <no-reply@pitlane\.example>/)
  })

  it('posts a WeChat message with its id and the token', async () => {
    const code = await template(types.wechat, '您的场次到了')
    const id = await send(code, 'openid-1234')
    await ended(id, '1')
    expect(provider.posts.filter(({ key }) => key === id)).toEqual([
      {
        key: id,
        authorization: 'Bearer wx-token',
        body: expect.objectContaining({ id, receiver: 'openid-1234', content: '您的场次到了' }),
      },
    ])
    const refused = await send(code, 'openid-refused')
    expect(await ended(refused, '2')).toMatchObject({ esResult: '400 noted', esSendNum: 1 })
    expect(provider.posts.filter(({ key }) => key === refused)).toHaveLength(1)
  })

  it('retries temporary failures, and gives up on refusals', async () => {
    const code = await template(types.email, 'x')
    mail.fails((to) => (to.startsWith('later') ? 'later' : to.startsWith('never') ? 'never' : undefined))
    const never = await send(code, 'never@example.com')
    const later = await send(code, 'later@example.com')
    expect(await ended(never, '2')).toMatchObject({ esSendNum: 1, esResult: expect.stringContaining('550') })
    expect(await ended(later, '0')).toMatchObject({ esSendNum: 1, esResult: expect.stringContaining('451') })
    mail.fails()
    await tryNow(later)
    expect(await ended(later, '1')).toMatchObject({ esSendNum: 2 })
    expect(mail.mails.filter(({ to }) => to.includes('later@example.com'))).toHaveLength(1)
  })

  it('repeats a mail without a receipt under the same id', async () => {
    mail.fails((to) => (to.startsWith('lost') ? 'lost' : undefined))
    const id = await send(await template(types.email, 'x'), 'lost@example.com')
    await ended(id, '0')
    mail.fails()
    await tryNow(id)
    await ended(id, '1')
    const copies = mail.mails.filter(({ to }) => to.includes('lost@example.com'))
    expect(copies).toHaveLength(2)
    for (const { text } of copies) expect(text).toContain(`<${id}@pitlane.example>`)
  })

  it('continues what a crashed copy of the server left, and repeats nothing that is done', async () => {
    const code = await template(types.system, 'x')
    const id = await send(code, 'cashier')
    await ended(id, '1')
    const total = async () => (await cashier.announcements.listByUser()).result.sysMsgTotal
    const before = await total()
    const again = async () => {
      const job = { id: newId(), data: { id, orgCode: 'A01A01' } }
      await server.deps.db.kysely.transaction().execute((trx) => server.deps.jobs.add(trx, 'messages', job))
      await until(async () => {
        expect(await owner(`select state from pgboss.job where id = $1`, [job.id])).toEqual([{ state: 'completed' }])
      })
    }
    await again()
    // As if it died after the message was stored and before it was marked; for this channel both are one transaction.
    await owner(`update message set send_status = '3' where id = $1`, [id])
    await again()
    expect(await entry(id)).toMatchObject({ esSendStatus: '1', esSendNum: 2, remark: 'repeated' })
    expect(await total()).toBe(before)
  })

  it('is done by only one of two copies', async () => {
    const copy = await server.startCopy()
    const code = await template(types.wechat, 'x')
    const ids = await Promise.all(Array.from({ length: 20 }, () => send(code, 'openid-many')))
    await until(() => expect(provider.posts.filter(({ body }) => body.receiver === 'openid-many')).toHaveLength(20))
    for (const id of ids) await ended(id, '1')
    expect(
      new Set(provider.posts.filter(({ body }) => body.receiver === 'openid-many').map(({ key }) => key)).size,
    ).toBe(20)
    await copy.stop()
  })

  it('uses the template of the store before that of the chain, and none of another store', async () => {
    const hq = await server.signIn('hq')
    const manager2 = await server.signIn('manager2')
    const code = await template(types.system, '连锁', hq)
    const fields = { templateName: 'x', templateType: types.system, templateTestJson: '' }
    await manager2.messageTemplates.add({ body: { ...fields, templateCode: code, templateContent: '城西' } })
    const contents = []
    for (const [by, receiver] of [
      [manager, 'cashier'],
      [manager2, 'manager2'],
    ] as const) {
      const id = await send(code, receiver, {}, by)
      contents.push(
        (await by.messages.list({ query: { templateCode: code } })).result.records.find((row) => row.id === id),
      )
    }
    expect(contents).toMatchObject([{ esContent: '连锁' }, { esContent: '城西' }])
    expect(await codeOf(send(await template(types.system, 'x'), 'manager2', {}, manager2))).toBe(
      'messages.templateUnknown',
    )
  })

  it('is refused at once if the channel is not configured', async () => {
    const copy = await server.startCopy({ smtpUrl: undefined, jobs: false })
    const there = copy.client(manager.token)
    const body = { templateCode: await template(types.email, 'x'), receiver: 'a@b.example' }
    expect(await codeOf(there.messageTemplates.sendMsg({ body }))).toBe('messages.channelOff')
    await copy.stop()
  })
})
