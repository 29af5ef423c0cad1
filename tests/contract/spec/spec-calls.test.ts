import { describe, expect, it } from 'vitest'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { SPEC_CALLS } from './spec-calls.ts'
import { specClient, type Walk } from './spec-client.ts'
import { adminWalks } from './spec-walks-admin.ts'
import { counterWalks } from './spec-walks-counter.ts'

const { server } = await testVenue()
const client = await specClient(server)
const walks = Object.assign(counterWalks(client), adminWalks(client))

/** Tested where files are sent, a CAS server answers, or the session ends. */
const ELSEWHERE = [
  'POST /sys/logout',
  'GET /cas/client/validateLogin',
  'POST /playbeforepay/sysPlayBeforePay/importExcel',
  'POST /message/sysMessageTemplate/importExcel',
]
const PUBLIC = /\/(login|phoneLogin|sms|register|forge-password|checkOnlyUser|logout|validateLogin)$/

const walked = SPEC_CALLS.filter((call) => !ELSEWHERE.includes(call))

describe('section 7 of the specification', () => {
  it('is covered completely and exactly', () => {
    expect(Object.keys(walks).toSorted()).toEqual(walked.toSorted())
  })

  it.each(walked)('%s answers as specified, and refuses a wrong request', async (call) => {
    const { right, answer = {}, wrong } = walks[call] as Walk
    if (wrong) {
      const refused = await client.send(call, wrong)
      expect(refused.status).toBeLessThan(500)
      expect(refused.reply).toMatchObject({ success: false, message: expect.stringMatching(/./) })
    }
    const request = await right()
    if (!PUBLIC.test(call)) expect((await client.send(call, request, '')).status).toBe(401)
    const { status, reply } = await client.send(call, request)
    expect(status, JSON.stringify(reply)).toBe(200)
    expect(reply).toMatchObject({ success: true, ...answer })
  })

  it.each(ELSEWHERE)('%s is mounted', async (call) => {
    expect((await client.send(call, {}, '')).status).not.toBe(404)
  })
})
