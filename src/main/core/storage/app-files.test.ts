import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appFiles } from './app-files.ts'

describe('files of the app scheme', () => {
  let dir: string
  let serverUrl = ''
  let serve: (request: Request) => Promise<Response>
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'pitlane-files-'))
    mkdirSync(join(dir, 'renderer', 'assets'), { recursive: true })
    mkdirSync(join(dir, 'renderer-secret'))
    writeFileSync(join(dir, 'renderer', 'index.html'), '<p>页</p>')
    writeFileSync(join(dir, 'renderer', 'assets', 'a b.js'), 'export {}')
    writeFileSync(join(dir, 'secret.txt'), 'secret')
    writeFileSync(join(dir, 'renderer-secret', 'x.txt'), 'secret')
    serve = appFiles(join(dir, 'renderer'), () => serverUrl)
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  // A plain object, because `Request` would normalize the URL.
  const get = (url: string, method = 'GET') => serve({ url, method } as Request)

  it('lets a page connect to the configured server only', async () => {
    const asked = async () =>
      /connect-src ([^;]*);/.exec((await get('app://pitlane/')).headers.get('content-security-policy') ?? '')?.[1]
    expect(await asked()).toBe("'self'")
    serverUrl = 'https://venue.example:8443/pitlane/'
    expect(await asked()).toBe("'self' https://venue.example:8443")
  })

  it('serves a page with the content security policy', async () => {
    for (const url of ['app://pitlane/index.html', 'app://pitlane/', 'app://pitlane/index.html?a=b#/c']) {
      const response = await get(url)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('<p>页</p>')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(response.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
    }
    const script = (await get('app://pitlane/assets/a%20b.js')).headers
    expect(script.get('content-type')).toMatch('text/javascript')
    // A worker may compile WebAssembly, but no text as a script.
    expect(script.get('content-security-policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
  })

  it('serves no file outside its folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/%2e%2e%2frenderer-secret/x.txt',
      '//etc/passwd',
      '/index.html%00.js',
      '/%E0%A4%A',
    ]) {
      const response = await get(`app://pitlane${path}`)
      expect(response.status, path).not.toBe(200)
      expect(await response.text()).not.toContain('secret')
    }
  })

  it('refuses other hosts, other methods and missing files', async () => {
    expect((await get('app://other/index.html')).status).toBe(403)
    expect((await get('app://pitlane/index.html', 'POST')).status).toBe(405)
    expect((await get('app://pitlane/missing.js')).status).toBe(404)
    expect((await get('app://pitlane/assets')).status).toBe(404)
  })
})
