import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { venueOf } from '#tests/support/venue/venue.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

const STORE = 'A01A01'
/** What a terminal asks for by itself as soon as somebody has signed in, enrolled or not. */
const MEMBERS = '/listkept'
/** What it asks for when somebody is looked up. */
const LOOK_UPS = ['/searchMemberById', '/memberlist']

let venue: TestServer
let copy: TestCopy
let way: Server
let counter: TestTerminal
/** Lets the answers go that the way has held back. */
let letGo: () => void
let wasAsked: Promise<void>
/** Whether the server is too far away to look somebody up. */
let isLookUpLost: boolean

beforeEach(async () => {
  venue = await startTestServer()
  copy = await venue.startCopy()
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  wasAsked = asked.promise
  isLookUpLost = false
  letGo = gate.resolve
  way = createServer((request, answer) => void carry(request, answer).catch(() => answer.destroy()))
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  const address = way.address()
  const port = typeof address === 'object' ? address?.port : 0
  counter = await startTerminal({ serverUrl: `http://127.0.0.1:${port}` })
  await counter.online()

  async function carry(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = request
    const body = await text(request)
    if (isLookUpLost && LOOK_UPS.some((path) => url.includes(path))) {
      answer.destroy()
      return
    }
    const { host: _, connection: __, 'content-length': ___, ...rest } = headers
    const response = await fetch(`${copy.url.replace(/\/$/, '')}${url}`, {
      method,
      headers: rest as Record<string, string>,
      ...(method === 'GET' ? {} : { body }),
    })
    const words = await response.text()
    if (url.endsWith(MEMBERS)) {
      asked.resolve()
      await gate.promise
    }
    answer.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? '' }).end(words)
  }
})

afterEach(async () => {
  letGo()
  await counter.close()
  way.closeAllConnections()
  way.close()
  await venue.stop()
  await removeFolders()
})

it('stays enrolled when an unsigned call from before its enrolment is refused late', async () => {
  const { handlers } = counter
  await handlers.session.signIn({ username: 'manager', password: 'pitlane-demo' })
  await handlers.session.selectStore({ orgCode: STORE })
  await wasAsked
  await handlers.enrolment.enrol({})
  letGo()
  await handlers.session.signOut({})
  await counter.signIn()
  expect(await handlers.connection.state({})).toMatchObject({ enrolled: true })
  expect(counter.log.filter((line) => line.includes('knows this terminal'))).toEqual([])
})

it('caches the members of its store as soon as it is enrolled, although they were refused just before', async () => {
  const { handlers } = counter
  const id = await venueOf(venue).member()
  await handlers.session.signIn({ username: 'manager', password: 'pitlane-demo' })
  await handlers.session.selectStore({ orgCode: STORE })
  await wasAsked
  await handlers.enrolment.enrol({})
  isLookUpLost = true
  letGo()
  const { member, cachedAt } = await counter.until(
    () => handlers.members.find({ id }),
    (found) => found.member !== null,
  )
  expect(member?.id).toBe(id)
  expect(cachedAt).not.toBeNull()
})

it('finds members by whole phones without the server, shows them by the rights of who asks, and to a coach none', async () => {
  const { handlers } = counter
  const id = await venueOf(venue).member({ phone: '13812341111' })
  letGo()
  await counter.enrol(STORE)
  await counter.signIn()
  isLookUpLost = true
  const found = await counter.until(
    () => handlers.members.search({ keyword: '13812341111' }),
    (members) => members.length > 0,
  )
  expect(found).toMatchObject([{ id, phone: '138****1111' }])
  await handlers.session.signOut({})
  await handlers.session.signIn({ username: 'manager', password: 'pitlane-demo' })
  await handlers.session.selectStore({ orgCode: STORE })
  expect((await handlers.members.find({ id })).member?.phone).toBe('13812341111')
  await handlers.session.signOut({})
  await handlers.session.signIn({ username: 'coach', password: 'pitlane-demo' })
  await expect(handlers.members.search({ keyword: '13812341111' })).rejects.toMatchObject({ code: 'auth.forbidden' })
})

it('does not sign a page’s request for the members, whose phones are whole', async () => {
  letGo()
  await counter.enrol(STORE)
  await counter.signIn()
  const json = { type: 'application/json', body: '{}', language: 'zh' as const }
  for (const name of ['listkept', 'list%6Bept']) {
    const path = `/membermanage/sysMemberManage/${name}`
    const { body } = await counter.handlers.server.ask({ method: 'POST', path, ...json })
    expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({ error: { code: 'terminals.notEnrolled' } })
  }
})
