import { describe, expect, it } from 'vitest'
import { setTransport } from '#renderer/core/http/http-transport.ts'
import { download, savedAs } from './files.ts'

const json = JSON.stringify({ success: false, message: '拒绝访问', code: 510, error: { code: 'auth.forbidden' } })

describe('a download that fails', () => {
  it.each([
    // The server's message says why; a proxy's answer and an empty file have none.
    [{ status: 200, type: 'application/json', text: json }, 'auth.forbidden'],
    [{ status: 502, type: 'text/html', text: '<h1>Bad gateway</h1>' }, 'files.downloadFailed'],
    [{ status: 404, type: 'text/html', text: '<h1>Not found</h1>' }, 'files.unknown'],
    [{ status: 200, type: 'application/pdf', text: '' }, 'files.downloadFailed'],
  ])('%o says %s', async ({ text, ...answer }, code) => {
    setTransport(async () => ({ ...answer, disposition: '', body: new TextEncoder().encode(text) }))
    await expect(download('/report', {}, 'report.pdf')).rejects.toMatchObject({ code })
  })
})

describe('the name of a downloaded file', () => {
  it('is the encoded one where present', () => {
    expect(savedAs(`attachment; filename="___.xlsx"; filename*=UTF-8''%E8%81%8C%E5%8A%A1.xlsx`)).toBe('职务.xlsx')
  })
  it('is the plain one otherwise, and null where none was sent', () => {
    expect(savedAs('attachment; filename="a.xlsx"')).toBe('a.xlsx')
    expect(savedAs('inline')).toBeNull()
    expect(savedAs(null)).toBeNull()
  })
})
