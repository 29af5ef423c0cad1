import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { readDeploymentOf, useDeployment } from './deployment.ts'

const webDir = mkdtempSync(join(tmpdir(), 'pitlane-deployment-'))

let server: TestServer
let bare: TestServer
beforeAll(async () => {
  writeFileSync(join(webDir, 'index.html'), '<title>admin</title>')
  writeFileSync(join(webDir, 'config.json'), JSON.stringify({ filingNumber: '浙ICP备1号', casUrl: 'https://x' }))
  server = await startTestServer({ webDir })
  bare = await startTestServer({ webDir: join(webDir, 'missing') })
})
afterAll(async () => {
  await Promise.all([server.stop(), bare.stop()])
  rmSync(webDir, { recursive: true })
})

describe('the deployment as a terminal shows it', () => {
  it('comes from its server, and stays while the server is away or has none', async () => {
    await readDeploymentOf(bare.url)
    expect(useDeployment.getState()).toMatchObject({ filingNumber: '' })
    await readDeploymentOf(`${server.url}/`)
    const shown = { filingNumber: '浙ICP备1号' }
    expect(useDeployment.getState()).toMatchObject(shown)
    // On a terminal the file must not set how users sign in, nor the server's address.
    expect(useDeployment.getState()).toMatchObject({ casUrl: '', PITLANE_API: '' })
    for (const url of [bare.url, 'http://127.0.0.1:1', 'no address']) {
      await readDeploymentOf(url)
      expect(useDeployment.getState()).toMatchObject(shown)
    }
  })

  it('may be read by the page of a terminal, which has another origin', async () => {
    const answer = await server.request('/config.json', { headers: { Origin: 'app://pitlane' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('app://pitlane')
  })
})
