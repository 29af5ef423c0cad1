import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from './log.ts'

describe('log', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'pitlane-log-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))
  const lines = () =>
    readFileSync(join(dir, 'terminal.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  it('writes one JSON object per line with time, level and message', () => {
    const log = openLog({ dir, now: () => new Date('2026-01-02T03:04:05Z') })
    log.info('reader ready', { path: '/dev/ttyUSB0' })
    log.debug('not written at the default level')
    expect(lines()).toEqual([
      { time: '2026-01-02T03:04:05.000Z', level: 'info', message: 'reader ready', path: '/dev/ttyUSB0' },
    ])
  })

  it('never writes tokens, passwords, phones or card numbers at any depth', () => {
    const log = openLog({ dir })
    log.warn('swiped 0004829731', {
      accessToken: 'abc',
      nested: { list: [{ phone: '13800001111', cardNo: '0004829731', note: 'called 13800001111' }] },
      error: Object.assign(new Error('card 0004829731 unknown'), { password: 'hunter2' }),
      hasCard: true,
    })
    const written = readFileSync(join(dir, 'terminal.log'), 'utf8')
    expect(written).not.toMatch(/0004829731|13800001111|abc|hunter2/)
    expect(lines()[0]).toMatchObject({
      message: 'swiped ***31',
      hasCard: true,
      error: { message: 'card ***31 unknown' },
    })
  })

  it('keeps ids unchanged', () => {
    const id = '4e5fce96-7b9c-48d5-90eb-e74660090750'
    openLog({ dir }).info(`start ${id} of 13800001111`, { id })
    expect(lines()[0]).toMatchObject({ message: `start ${id} of ***11`, id })
  })

  it('rotates the file at its limit and keeps a limited number', () => {
    const log = openLog({ dir, maxBytes: 300, rotatedFiles: 2 })
    for (let index = 0; index < 40; index += 1) log.info(`line ${index}`)
    expect(readdirSync(dir).sort()).toEqual(['terminal.log', 'terminal.log.1', 'terminal.log.2'])
    expect(statSync(join(dir, 'terminal.log')).size).toBeLessThanOrEqual(300)
    expect(lines().at(-1)?.message).toBe('line 39')
  })

  it('does not throw if the folder is not writable', () => {
    writeFileSync(join(dir, 'file'), '')
    const log = openLog({ dir: join(dir, 'file', 'inside') })
    expect(() => log.error('nobody hears this')).not.toThrow()
  })
})
