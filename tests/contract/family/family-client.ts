import { expect } from 'vitest'
import type { TestCopy } from '#tests/support/server.ts'

/** An envelope as a client of the family reads it, with no knowledge beyond the dialect's document. */
export interface FamilyAnswer {
  success: boolean
  message: string
  code: number
  // biome-ignore lint/suspicious/noExplicitAny: the client knows no types; what a field holds is what the tests ask.
  result: any
  timestamp: number
}

type Query = Record<string, string | number>

/** What the client sends with every list: columns of its table, with holes, and a column that may not exist. */
export const LIST = {
  column: 'createTime',
  order: 'desc',
  pageNo: 1,
  pageSize: 10,
  field: 'id,,username,realname,undefined,action',
}

/** The dialect's own client: relative paths, `_t` on every GET, JSON with a charset, the token in its header. */
export function familyClient(server: TestCopy, token = '') {
  const raw = async (method: string, path: string, query: Query = {}, body?: unknown): Promise<Response> => {
    const stamp =
      method === 'GET' && !path.includes('sys/dict/getDictItems') ? { _t: Math.floor(Date.now() / 1000) } : {}
    const search = new URLSearchParams(
      Object.entries({ ...stamp, ...query }).map(([name, value]) => [name, String(value)]),
    )
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    return server.request(`/jeecg-boot${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      token,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      headers: body === undefined || isForm ? {} : { 'Content-Type': 'application/json;charset=UTF-8' },
    })
  }
  /** The envelope of the answer, which always has all five keys (`api-family 1.2`). */
  const call = async (method: string, path: string, query?: Query, body?: unknown): Promise<FamilyAnswer> => {
    const response = await raw(method, path, query, body)
    const answer = (await response.json()) as FamilyAnswer
    expect(response.status, `${method} ${path} ${JSON.stringify(answer)}`).toBe(200)
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(['success', 'message', 'code', 'result', 'timestamp']))
    expect([typeof answer.success, typeof answer.message, typeof answer.code]).toEqual(['boolean', 'string', 'number'])
    expect(answer.timestamp).toBeGreaterThan(1_500_000_000_000)
    return answer
  }
  /** The result of a call that must succeed. */
  const good = async (...request: Parameters<typeof call>): Promise<FamilyAnswer> => {
    const answer = await call(...request)
    expect(answer, `${request[0]} ${request[1]}`).toMatchObject({ success: true })
    return answer
  }
  const client = {
    raw,
    call,
    get: (path: string, query?: Query) => good('GET', path, query),
    post: (path: string, body: unknown) => good('POST', path, {}, body),
    put: (path: string, body: unknown) => good('PUT', path, {}, body),
    delete: (path: string, query?: Query) => good('DELETE', path, query),
    /** A business refusal: HTTP 200, code 500, a text. */
    async refused(...request: Parameters<typeof call>): Promise<string> {
      const answer = await call(...request)
      expect(answer, `${request[0]} ${request[1]}`).toMatchObject({ success: false, code: 500, result: null })
      return answer.message
    },
    /** The records of a page, whose keys are IPage's (`api-family 1.5`). */
    async page(path: string, query: Query = {}) {
      const { result } = await client.get(path, { ...LIST, ...query })
      expect(result).toMatchObject({ current: 1, searchCount: true })
      for (const name of ['total', 'size', 'current', 'pages']) expect(typeof result[name], name).toBe('number')
      return result.records
    },
    /** The same client with the token of a sign-in, as the client stores it for seven days. */
    async signIn(username: string, password: string) {
      const { result } = await client.post('/sys/login', { username, password, captcha: '', checkKey: Date.now() })
      return familyClient(server, result.token)
    },
  }
  return client
}

export type FamilyClient = ReturnType<typeof familyClient>
