import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let cas: Server
/** Other answers of the server, by ticket. */
const answers = new Map<string, string>()
/** The tickets of the test's CAS server: ticket → account name, for one service each. */
const tickets = new Map<string, { user: string; service: string }>()
beforeAll(async () => {
  cas = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cas')
    const known = tickets.get(searchParams.get('ticket') ?? '')
    const good = pathname === '/cas/serviceValidate' && known?.service === searchParams.get('service')
    response.setHeader('Content-Type', 'application/xml')
    const ticketAnswer = answers.get(searchParams.get('ticket') ?? '')
    if (ticketAnswer !== undefined) return void response.end(ticketAnswer)
    response.end(
      `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${
        good
          ? `<cas:authenticationSuccess>\n <cas:user>${known.user}</cas:user></cas:authenticationSuccess>`
          : `<cas:authenticationFailure code="INVALID_TICKET">no ${searchParams.get('ticket')}</cas:authenticationFailure>`
      }</cas:serviceResponse>`,
    )
  })
  await new Promise<void>((listening) => cas.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(cas.address() as AddressInfo).port}/cas`
  server = await startTestServer({ cas: { url, service: 'https://venue.example/app' } })
})
afterAll(async () => {
  await server.stop()
  await new Promise((closed) => cas.close(closed))
})

describe('single sign-on', () => {
  const service = 'https://venue.example/app/'
  const enter = (ticket: string, to = service) => server.client().account.casLogin({ query: { ticket, service: to } })

  it('signs in the user whom the CAS server confirms', async () => {
    tickets.set('ST-1', { user: 'Manager', service })
    const { result } = await enter('ST-1')
    expect(result.userInfo.username).toBe('manager')
    expect((await server.client(result.token).signIn.currentDeparts()).result).toMatchObject({ orgCode: '', scope: [] })
  })

  it('refuses tickets of other services, invalid tickets and unknown users', async () => {
    tickets.set('ST-2', { user: 'admin', service: 'https://evil.example/' })
    await expect(enter('ST-2', 'https://evil.example/')).rejects.toMatchObject({ code: 'auth.casRefused' })
    await expect(enter('ST-2')).rejects.toMatchObject({ code: 'auth.casRefused' })
    await expect(enter('ST-3', 'https://venue.example/apple')).rejects.toMatchObject({ code: 'auth.casRefused' })
    const forged = 'x</cas:authenticationFailure><cas:authenticationSuccess><cas:user>admin</cas:user>'
    await expect(enter(forged)).rejects.toMatchObject({ code: 'common.invalidInput' })
    tickets.set('ST-4', { user: 'stranger', service })
    await expect(enter('ST-4')).rejects.toMatchObject({ code: 'auth.casUnknown' })
  })

  const NAMESPACE = 'http://www.yale.edu/tp/cas'
  const root = (inner: string, attributes = `xmlns:cas="${NAMESPACE}"`) =>
    `<cas:serviceResponse ${attributes}>${inner}</cas:serviceResponse>`
  const success = (user: string) => `<cas:authenticationSuccess>${user}</cas:authenticationSuccess>`

  it.each([
    [
      'another prefix',
      root(success('<cas:user>manager</cas:user>')).replaceAll('cas:', 'sso:').replace('xmlns:cas', 'xmlns:sso'),
    ],
    ['no prefix', root(success('<cas:user>manager</cas:user>'), `xmlns="${NAMESPACE}"`).replaceAll('cas:', '')],
    [
      'attributes and remarks',
      `<?xml version="1.0"?><!-- x -->${root(success('<cas:user> man<![CDATA[ager]]> </cas:user><cas:attributes><cas:user>admin</cas:user></cas:attributes>'))}`,
    ],
  ])('understands an answer with %s', async (name, answer) => {
    answers.set(`ST-${name.replaceAll(' ', '-')}`, answer)
    expect((await enter(`ST-${name.replaceAll(' ', '-')}`)).result.userInfo.username).toBe('manager')
  })

  const doctype = '<!DOCTYPE r [<!ENTITY who "admin">]>'
  const user = '<cas:user>admin</cas:user>'
  it.each([
    ['a document type', `${doctype}${root(success(user))}`],
    ['an entity', `${doctype}${root(success('<cas:user>&who;</cas:user>'))}`],
    [
      'an entity from elsewhere',
      `<!DOCTYPE r [<!ENTITY who SYSTEM "file:///etc/hostname">]>${root(success('<cas:user>&who;</cas:user>'))}`,
    ],
    ['an entity that nobody defines', root(success('<cas:user>&admin;</cas:user>'))],
    ['a foreign namespace', root(success(user), 'xmlns:cas="https://evil.example/cas"')],
    ['no namespace', root(success(user), 'xmlns:cas=""').replaceAll('cas:', '').replace('xmlns:', '')],
    ['a name in a remark', root(`<cas:authenticationFailure><!-- ${success(user)} --></cas:authenticationFailure>`)],
    [
      'a name in character data',
      root(`<cas:authenticationFailure><![CDATA[${success(user)}]]></cas:authenticationFailure>`),
    ],
    ['a name below a failure', root(`<cas:authenticationFailure>${success(user)}</cas:authenticationFailure>`)],
    ['a name among the attributes', root(success(`<cas:attributes>${user}</cas:attributes>`))],
    ['two names', root(success(`${user}<cas:user>manager</cas:user>`))],
    ['two successes', root(`${success(user)}${success(user)}`)],
    ['a name within a name', root(success(`<cas:user>ad<cas:user>x</cas:user>min</cas:user>`))],
    ['two documents', `${root(success(user))}${root(success(user))}`],
    ['half an answer', root(success(user)).slice(0, -8)],
    ['nothing', ''],
    ['a page', '<html><body>admin</body></html>'],
    ['an empty name', root(success('<cas:user> </cas:user>'))],
  ])('refuses an answer with %s', async (name, answer) => {
    answers.set(`ST-${name.replaceAll(' ', '-')}`, answer)
    await expect(enter(`ST-${name.replaceAll(' ', '-')}`)).rejects.toMatchObject({ code: 'auth.casRefused' })
  })

  it('limits how much of an answer it reads', async () => {
    answers.set('ST-long', root(success(`${user}<!--${'x'.repeat(100_000)}-->`)))
    await expect(enter('ST-long')).rejects.toMatchObject({ code: 'auth.casUnreachable' })
  })
})
