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

  it('accept a standby only without an account, which could be one that sees all stores', () => {
    const DATABASE_URL = 'postgres://owner:secret@primary/pitlane'
    const given = (account: string) => ({ DATABASE_URL, DATABASE_REPLICA_URL: `postgres://${account}standby/pitlane` })
    expect(wrong(given('postgres:secret@'))).toContain('DATABASE_REPLICA_URL must have no account')
    expect(readConfig(given('')).databaseReplicaUrl).toBe('postgres://standby/pitlane')
    expect(wrong({ DATABASE_REPLICA_URL: 'postgres://standby/pitlane' })).toContain('needs DATABASE_URL')
  })

  it('accept a bucket for backups only with its key, encryption, and a place that is not that of the files', () => {
    const bucket = (prefix: string) => `s3://venue${prefix}?endpoint=https://s3.example`
    const PITLANE_BACKUP_KEY = `age1${'q'.repeat(58)}`
    const access = { PITLANE_BACKUP_ACCESS_KEY: 'key', PITLANE_BACKUP_ACCESS_SECRET: 'secret' }
    const whole = { PITLANE_BACKUP_URL: bucket('/backups'), ...access, PITLANE_BACKUP_KEY }
    expect(readConfig(whole).backupS3).toMatchObject({ bucket: 'venue', prefix: 'backups/', key: 'key' })
    expect(wrong({ ...whole, PITLANE_BACKUP_KEY: '' })).toContain('is encrypted')
    expect(wrong({ ...whole, PITLANE_BACKUP_ACCESS_SECRET: '' })).toContain('need each other')
    const files = (prefix: string) => ({
      PITLANE_FILES_URL: bucket(prefix),
      PITLANE_FILES_KEY: 'k',
      PITLANE_FILES_SECRET: 's',
    })
    for (const prefix of ['', '/backups', '/backups/files'])
      expect(wrong({ ...whole, ...files(prefix) })).toContain('prefixes of their own')
    expect(readConfig({ ...whole, ...files('/files') }).filesS3).toMatchObject({ prefix: 'files/' })
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
