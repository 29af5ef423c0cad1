import { expect } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import type { TestCopy } from '#tests/support/server.ts'
import { type FamilyAnswer, familyClient } from './family-client.ts'

type Params = Record<string, string | number | boolean | null | undefined>

/** The family's client strips empty values from its queries. */
const given = (params: Params = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

/** A demo account at a client of the family; the tests check whether its calls are answered or refused. */
export async function familySession(server: TestCopy, username: string, orgCode?: string) {
  const login = { username, password: DEMO_PASSWORD, captcha: '', checkKey: Date.now(), remember_me: true }
  const { result } = await familyClient(server).post('/sys/login', login)
  const token = String(result.token)
  const { call, raw, put } = familyClient(server, token)
  if (orgCode) await put('/sys/selectDepart', { orgCode, username })
  return {
    token,
    userId: String(result.userInfo.id),
    get: (path: string, params?: Params) => call('GET', path, given(params)),
    delete: (path: string, params?: Params) => call('DELETE', path, given(params)),
    post: (path: string, body?: unknown) => call('POST', path, {}, body),
    put: (path: string, body?: unknown) => call('PUT', path, {}, body),
    /** The address that a link to a file opens. */
    file: (path: string, params?: Params) => raw('GET', path, given(params)),
    /** Sends a file as the family's upload button does. */
    upload(path: string, content: Blob | Buffer<ArrayBuffer>, name: string, more: Record<string, string> = {}) {
      const form = new FormData()
      for (const [field, value] of Object.entries(more)) form.append(field, value)
      form.append('file', content instanceof Blob ? content : new Blob([content]), name)
      return call('POST', path, {}, form)
    },
  }
}

export type FamilySession = Awaited<ReturnType<typeof familySession>>

/** The rows of a page, with the keys that the family's tables read. */
export function rowsOf(answer: FamilyAnswer): Record<string, unknown>[] {
  expect(answer).toMatchObject({
    success: true,
    result: {
      records: expect.any(Array),
      total: expect.any(Number),
      size: expect.any(Number),
      current: expect.any(Number),
      pages: expect.any(Number),
      searchCount: expect.any(Boolean),
    },
  })
  return answer.result.records
}
