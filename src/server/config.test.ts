import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const wrong = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
  }
  return 'nothing was wrong'
}

describe('the settings', () => {
  it('may all be missing, and then serve this machine with an embedded database', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: resolve('.data'),
      demo: false,
      metricsPublic: false,
      webhooksPrivate: false,
    })
    expect(readConfig({ PORT: '', PITLANE_DEMO: '1' })).toMatchObject({ port: 8080, demo: true })
  })

  it('accept a CAS server only with the service address of its tickets', () => {
    const url = 'https://sso.example/cas'
    const service = 'https://venue.example/'
    expect(wrong({ PITLANE_CAS_URL: url })).toContain('PITLANE_CAS_SERVICE')
    const given = { PITLANE_CAS_URL: url, PITLANE_CAS_SERVICE: service }
    expect(readConfig(given)).toMatchObject({ cas: { url, service } })
  })

  it('accept payment providers over TLS only, except on this machine', () => {
    expect(wrong({ PITLANE_WECHAT_PAY_URL: 'http://gateway.example/' })).toContain('https://')
    expect(wrong({ PITLANE_ALIPAY_URL: 'http://127.0.0.1.example/gateway.do' })).toContain('https://')
    expect(readConfig({ PITLANE_ALIPAY_URL: 'http://127.0.0.1:8/x' }).alipayUrl).toBe('http://127.0.0.1:8/x')
  })

  it('accept an owner of the database only with a password, or with a separate role for the server', () => {
    const owner = 'postgres://owner@db.example/pitlane'
    expect(wrong({ DATABASE_URL: owner })).toContain('DATABASE_URL needs a password')
    const app = 'postgres://app:word@db.example/pitlane'
    expect(readConfig({ DATABASE_URL: owner, DATABASE_APP_URL: app })).toMatchObject({ databaseUrl: owner })
    expect(readConfig({ DATABASE_URL: app })).toMatchObject({ databaseUrl: app })
    // A pooler's address without a password gets the account that is derived from the owner's.
    const pooler = 'postgres://pooler.example:6432/pitlane'
    expect(wrong({ DATABASE_URL: owner, DATABASE_APP_URL: pooler })).toContain('DATABASE_URL needs a password')
    expect(readConfig({ DATABASE_URL: app, DATABASE_APP_URL: pooler })).toMatchObject({ databaseAppUrl: pooler })
    expect(wrong({ DATABASE_LISTEN_URL: app })).toContain('DATABASE_LISTEN_URL needs DATABASE_URL')
  })

  it('report all problems at once', () => {
    const message = wrong({ PORT: 'eighty', DATABASE_URL: 'mysql://x', PITLANE_DEMO: 'yes', PITLANE_LOG_LEVEL: 'loud' })
    for (const name of ['PORT', 'DATABASE_URL', 'PITLANE_DEMO', 'PITLANE_LOG_LEVEL']) expect(message).toContain(name)
  })

  it.each(['short', 'aaaaaaaaaaaaaaa', 'administrator', 'pitlane-demo', '1234567890'])(
    'refuse %s as the first password, without repeating it',
    (password) => {
      const message = wrong({ PITLANE_ADMIN_PASSWORD: password })
      expect(message).toContain('PITLANE_ADMIN_PASSWORD')
      expect(message).not.toContain(` ${password}`)
    },
  )

  it('accept a good first password', () => {
    expect(readConfig({ PITLANE_ADMIN_PASSWORD: 'brown-owl-7-lamp' }).adminPassword).toBe('brown-owl-7-lamp')
  })
})
