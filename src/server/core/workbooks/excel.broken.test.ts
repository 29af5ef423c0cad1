import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as soon } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mount } from '#server/core/http/mount.ts'
import type { Slice } from '#server/core/slice.ts'
import { route, TOKEN_HEADER } from '#shared/core/route.ts'
import { positionSheet } from '#shared/features/system/positions.contract.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { exportHandler } from './excel.ts'

const contract = {
  exportXls: route({
    method: 'GET',
    path: '/test/exportXls',
    summary: 'A workbook that never ends, or breaks',
    access: 'position:list',
    query: z.object({ breaks: z.string().default('') }),
    result: z.null(),
    answers: 'file',
    lane: 'workbooks',
  }),
}

let begun = 0
let ended = 0

/** Rows that continue until the workbook is cancelled or reading them fails. */
async function* rows(breaks: boolean) {
  begun++
  try {
    for (let portion = 0; ; portion++) {
      await soon()
      if (breaks && portion === 3) throw new Error('the connection broke')
      yield [{ code: 'a', name: 'b' }]
    }
  } finally {
    ended++
  }
}

const endless: Slice = (app, deps) => {
  const exportXls = exportHandler(deps, { filter: {}, dict: {}, permission: 'position' }, positionSheet, {
    columnOf: (field) => field,
    count: () => Promise.resolve(1),
    each: (_trx, _user, { breaks }) => rows(breaks === 'yes'),
  })
  mount(app, deps, contract, { exportXls: exportXls as never })
}

let dataDir: string
let server: TestServer
let manager: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-broken-'))
  server = await startTestServer({ dataDir }, [endless])
  manager = await server.signIn('manager', 'A01A01')
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const PATH = '/api/test/exportXls'
const fetchBroken = () => server.request(`${PATH}?breaks=yes`, { token: manager.token })

/** Requests one over a connection of its own, which `goAway` closes. */
function askAndGo() {
  const request = get(`${server.url}${PATH}`, { agent: false, headers: { [TOKEN_HEADER]: manager.token } })
  const gone = new Promise((resolve) => void request.on('close', resolve).on('error', () => undefined))
  return { goAway: () => void request.destroy(), gone }
}

describe('a workbook', () => {
  it('whose rows fail midway fails only its own call, and leaves no file behind', async () => {
    const { status } = await fetchBroken()
    expect(status).toBe(500)
    expect(server.logs.some((line) => line.includes('the connection broke'))).toBe(true)
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
    expect((await manager.positions.list({ query: {} })).result.current).toBe(1)
  })

  it('is cancelled when its caller disconnects, while it is written or queued', async () => {
    begun = ended = 0
    const asked = [1, 2, 3].map(askAndGo)
    await until(() => expect(begun).toBeGreaterThan(0))
    for (const { goAway } of asked) goAway()
    await Promise.all(asked.map(({ gone }) => gone))
    // The next request gets the turn that they would have occupied.
    expect((await fetchBroken()).status).toBe(500)
    expect(ended).toBe(begun)
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  })
})
