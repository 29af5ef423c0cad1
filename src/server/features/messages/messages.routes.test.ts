import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import type { TemplateType } from '#shared/features/messages/message-templates.contract.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { sendOutbox } from './sms-outbox.job.ts'

/** A mail server of the test's own: keeps what it is given, unless the test wants it to fail. */
const mails: { to: string[]; text: string }[] = []
let mailTrouble: ((to: string) => 'later' | 'never' | 'lost' | undefined) | undefined
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onRcptTo({ address }, _session, done) {
    const trouble = mailTrouble?.(address)
    if (trouble === 'later') return done(Object.assign(new Error('try later'), { responseCode: 451 }))
    if (trouble === 'never') return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    done()
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      mails.push({ to, text: Buffer.concat(chunks).toString() })
      // The mail is there, but its sender never hears of it.
      if (!to.some((address) => mailTrouble?.(address) === 'lost')) return done()
      for (const end of smtpSockets) end()
    })
  },
})
const smtpSockets = new Set<() => void>()

/** What the providers for WeChat and SMS answer, which are one server here. */
let providerSays = (body: Record<string, string>): number => (body.receiver === 'openid-refused' ? 400 : 200)
const posts: { key: string; authorization: string; body: Record<string, string> }[] = []
let wechat: Server

let server: TestServer
let manager: TestClient
let cashier: TestClient
const urlOf = (listening: { address(): AddressInfo | string | null }, scheme: string) =>
  `${scheme}://127.0.0.1:${(listening.address() as AddressInfo).port}`

beforeAll(async () => {
  smtp.server.on('connection', (socket) => {
    const end = () => socket.destroy()
    smtpSockets.add(end)
    socket.on('close', () => smtpSockets.delete(end))
  })
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  wechat = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, string>
      const { 'idempotency-key': key = '', authorization = '' } = request.headers
      posts.push({ key: String(key), authorization, body })
      response.writeHead(providerSays(body)).end('noted')
    })
  })
  await new Promise<void>((resolve) => void wechat.listen(0, '127.0.0.1', resolve))
  server = await startTestServer({
    jobs: true,
    smtpUrl: urlOf(smtp.server, 'smtp'),
    mailFrom: 'Pitlane <no-reply@pitlane.example>',
    wechatUrl: `${urlOf(wechat, 'http')}/send`,
    wechatToken: 'wx-token',
  })
  manager = await server.signIn('manager', 'A01A01')
  cashier = await server.signIn('cashier')
})
afterAll(async () => {
  await server.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await new Promise((resolve) => wechat.close(resolve))
})

const hole = (name: string): string => `\${${name}}`
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
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no refusal',
    (error) => error.code,
  )
const owner = <T>(statement: string, values: unknown[] = []): Promise<T[]> =>
  withClient(server.database.ownerUrl, async (client) => (await client.query(statement, values)).rows as T[])

/** Lets the queue's next attempt begin now instead of after its pause. */
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

describe('a message template', () => {
  it('has a code of its own in its store, by the database and in the reader’s language', async () => {
    const templateCode = await template(types.sms, 'x')
    const body = { templateCode, templateName: 'x', templateType: types.sms, templateContent: '', templateTestJson: '' }
    const twice = await Promise.allSettled([
      manager.messageTemplates.add({ body: { ...body, templateCode: 'same' } }),
      manager.messageTemplates.add({ body: { ...body, templateCode: 'same' } }),
    ])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(manager.messageTemplates.add({ body })).rejects.toMatchObject({
      code: 'messages.templateCodeTaken',
      serverMessage: '模板编码已存在',
    })
    const manager2 = await server.signIn('manager2')
    await manager2.messageTemplates.add({ body })
  })

  it('keeps its code, whatever an edit says, and the fields that are not sent', async () => {
    const templateCode = await template(types.sms, '原来的')
    const found = async () =>
      (await manager.messageTemplates.list({ query: { templateCode: `*${templateCode}*` } })).result.records[0]
    const { id = '' } = (await found()) ?? {}
    const body = { id, templateName: '改名', templateCode: 'other' }
    await manager.messageTemplates.edit({ body })
    expect(await found()).toMatchObject({
      templateCode,
      templateName: '改名',
      templateContent: '原来的',
      templateType_dictText: '短信',
    })
  })

  it('holds no scripts where its text is rich, also when a plain one becomes rich', async () => {
    const hostile = '<p onclick="x()">好</p><script>alert(1)</script>'
    const content = async (templateCode: string) =>
      (await manager.messageTemplates.list({ query: { templateCode } })).result.records[0]
    for (const type of [types.email, types.system]) {
      expect((await content(await template(type, hostile)))?.templateContent).toBe('<p>好</p>')
    }
    const plain = await content(await template(types.sms, hostile))
    expect(plain?.templateContent).toBe(hostile)
    await manager.messageTemplates.edit({ body: { id: plain?.id ?? '', templateType: types.email } })
    expect((await content(plain?.templateCode ?? ''))?.templateContent).toBe('<p>好</p>')
  })
})

describe('a workbook of templates', () => {
  it('goes out and comes in again at another store, sanitized, and is refused whole where a code is taken', async () => {
    const chain = await server.signIn('hq')
    const code = await template(types.email, '<p>好</p>', chain)
    const { id = '' } = (await chain.messageTemplates.list({ query: { templateCode: code } })).result.records[0] ?? {}
    const path = '/api/message/sysMessageTemplate'
    const file = await server.request(`${path}/exportXls?selections=${id}`, { token: chain.token })
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    const bytes = await file.arrayBuffer()
    const bringIn = async (token: string) => {
      const body = new FormData()
      body.append('file', new Blob([bytes]), 'templates.xlsx')
      return (await server.request(`${path}/importExcel`, { method: 'POST', token, body })).json()
    }
    const manager2 = await server.signIn('manager2')
    expect(await bringIn(manager2.token)).toMatchObject({ success: true, code: 0 })
    const { result } = await manager2.messageTemplates.list({ query: { templateCode: code } })
    expect(result.records).toMatchObject([{ templateType: '2', templateContent: '<p>好</p>', createBy: 'manager2' }])
    expect(await bringIn(manager2.token)).toMatchObject({ code: 201, result: { errorCount: 1, successCount: 0 } })
  })
})

describe('sending by a template', () => {
  it('names what the values lack, and what is no JSON', async () => {
    const code = await template(types.system, `${hole('name')} ${hole('amount')} ${hole('name')}`)
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

  it('stores a system message for one person, once for its key, and rings the bell', async () => {
    const code = await template(types.system, `<p>您好 ${hole('name')}</p>`)
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

  it('puts a text message into the outbox and shows its phone only in part', async () => {
    const id = await send(await template(types.sms, `验证 ${hole('n')}`), '13812345678', { n: 7 })
    expect(await ended(id, '1')).toMatchObject({ esReceiver: '138****5678', esContent: '验证 7', esSendNum: 1 })
    expect(await owner(`select phone, text from sms_outbox where phone = '13812345678'`)).toEqual([
      { phone: '13812345678', text: '验证 7' },
    ])
    expect(server.logs.join('')).not.toContain('13812345678')
  })

  it('hands the outbox to the SMS provider where one is set: once, again after trouble, never what it refuses', async () => {
    const texts = (phone: string) => posts.filter(({ body }) => body.phone === phone)
    const copies = await Promise.all(
      [1, 2].map(() => server.startCopy({ smsUrl: `${urlOf(wechat, 'http')}/sms`, smsToken: 'sms-token' })),
    )
    const look = () => Promise.all([...copies, ...copies].map(({ deps }) => sendOutbox(deps)))
    const usual = providerSays
    providerSays = ({ phone = '' }) => (phone.endsWith('1') ? 200 : phone.endsWith('2') ? 503 : 422)
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
    providerSays = usual
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
    const [mail] = mails.filter(({ to }) => to.includes('guest@example.com'))
    expect(mail?.text).toContain(`Message-ID: <${id}@pitlane.example>`)
    expect(mail?.text).toMatch(/From: Pitlane <no-reply@pitlane\.example>/)
  })

  it('passes a WeChat message on with its id and the token', async () => {
    const code = await template(types.wechat, '您的场次到了')
    const id = await send(code, 'openid-1234')
    await ended(id, '1')
    expect(posts.filter(({ key }) => key === id)).toEqual([
      {
        key: id,
        authorization: 'Bearer wx-token',
        body: expect.objectContaining({ id, receiver: 'openid-1234', content: '您的场次到了' }),
      },
    ])
    const refused = await send(code, 'openid-refused')
    expect(await ended(refused, '2')).toMatchObject({ esResult: '400 noted', esSendNum: 1 })
    expect(posts.filter(({ key }) => key === refused)).toHaveLength(1)
  })

  it('tries again later what fails for now, and gives up what the other side does not want', async () => {
    const code = await template(types.email, 'x')
    mailTrouble = (to) => (to.startsWith('later') ? 'later' : to.startsWith('never') ? 'never' : undefined)
    const never = await send(code, 'never@example.com')
    const later = await send(code, 'later@example.com')
    expect(await ended(never, '2')).toMatchObject({ esSendNum: 1, esResult: expect.stringContaining('550') })
    expect(await ended(later, '0')).toMatchObject({ esSendNum: 1, esResult: expect.stringContaining('451') })
    mailTrouble = undefined
    await tryNow(later)
    expect(await ended(later, '1')).toMatchObject({ esSendNum: 2 })
    expect(mails.filter(({ to }) => to.includes('later@example.com'))).toHaveLength(1)
  })

  it('repeats a mail whose receipt got lost under the same id, so that it can be told for what it is', async () => {
    mailTrouble = (to) => (to.startsWith('lost') ? 'lost' : undefined)
    const id = await send(await template(types.email, 'x'), 'lost@example.com')
    await ended(id, '0')
    mailTrouble = undefined
    await tryNow(id)
    await ended(id, '1')
    const copies = mails.filter(({ to }) => to.includes('lost@example.com'))
    expect(copies).toHaveLength(2)
    for (const { text } of copies) expect(text).toContain(`<${id}@pitlane.example>`)
  })

  it('takes up what a copy of the server left behind when it died, and does nothing twice that is done', async () => {
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
    // It died after the message was stored and before it was marked: for this channel that is one transaction, but even so.
    await owner(`update message set send_status = '3' where id = $1`, [id])
    await again()
    expect(await entry(id)).toMatchObject({ esSendStatus: '1', esSendNum: 2, remark: 'repeated' })
    expect(await total()).toBe(before)
  })

  it('is done by one of two copies', async () => {
    const copy = await server.startCopy()
    const code = await template(types.wechat, 'x')
    const ids = await Promise.all(Array.from({ length: 20 }, () => send(code, 'openid-many')))
    await until(() => expect(posts.filter(({ body }) => body.receiver === 'openid-many')).toHaveLength(20))
    for (const id of ids) await ended(id, '1')
    expect(new Set(posts.filter(({ body }) => body.receiver === 'openid-many').map(({ key }) => key)).size).toBe(20)
    await copy.stop()
  })

  it('uses the template of one’s store before that of the chain, and none of another store', async () => {
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

  it('is refused at once where the channel is not set up', async () => {
    const copy = await server.startCopy({ smtpUrl: undefined, jobs: false })
    const there = copy.client(manager.token)
    const body = { templateCode: await template(types.email, 'x'), receiver: 'a@b.example' }
    expect(await codeOf(there.messageTemplates.sendMsg({ body }))).toBe('messages.channelOff')
    await copy.stop()
  })
})
