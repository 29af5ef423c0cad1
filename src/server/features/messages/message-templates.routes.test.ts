import { describe, expect, it } from 'vitest'
import type { TemplateType } from '#shared/features/messages/message-templates.contract.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, manager } = await testVenue(['manager'])

const types = { sms: '1', email: '2', system: '4' } as const satisfies Record<string, TemplateType>
let count = 0

async function template(templateType: TemplateType, templateContent: string, by = manager): Promise<string> {
  const templateCode = `T${++count}`
  const body = { templateCode, templateName: `模板${count}`, templateType, templateContent, templateTestJson: '' }
  await by.messageTemplates.add({ body })
  return templateCode
}

describe('a message template', () => {
  it('has a unique code in its store, enforced by the database with a localized error', async () => {
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

  it('keeps its code and the fields that an edit does not send', async () => {
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

  it('contains no scripts in rich text, also when a plain one becomes rich', async () => {
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
  it('is exported and imported at another store, sanitized, and refused as a whole for a duplicate code', async () => {
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
