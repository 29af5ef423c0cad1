import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openSettings } from './settings.ts'

const schema = z.object({ name: z.string().min(1).default('T1'), port: z.number().int().default(9100) })

describe('settings', () => {
  let dir: string
  let path: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'pitlane-settings-'))
    path = join(dir, 'settings.json')
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))
  const open = () => openSettings({ path, schema, version: 1 })

  it('starts with the defaults and writes nothing until something changes', () => {
    const settings = open()
    expect(settings.get()).toEqual({ name: 'T1', port: 9100 })
    expect(settings.source).toBe('new')
    expect(existsSync(path)).toBe(false)
  })

  it('persists, readable by its owner only', () => {
    open().update({ name: 'T2' })
    const again = open()
    expect(again.get()).toEqual({ name: 'T2', port: 9100 })
    expect(again.source).toBe('file')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps the previous content as a backup and falls back to it if the file is corrupt', () => {
    const settings = open()
    settings.update({ name: 'T2' })
    settings.update({ name: 'T3' })
    writeFileSync(path, '{"version":1,"settings":{"na')
    const recovered = open()
    expect(recovered.get().name).toBe('T2')
    expect(recovered.source).toBe('backup')
    expect(readFileSync(`${path}.broken`, 'utf8')).toContain('"na')
  })

  it('does not overwrite a good backup with a corrupt file', () => {
    const settings = open()
    settings.update({ name: 'T2' })
    settings.update({ name: 'T3' })
    writeFileSync(path, 'broken')
    open().update({ port: 9200 })
    writeFileSync(path, 'broken again')
    expect(open().get()).toEqual({ name: 'T2', port: 9100 })
  })

  it('recovers its content after a power cut between renaming the old file and writing the new one', () => {
    const settings = open()
    settings.update({ name: 'T2' })
    settings.update({ name: 'T3' })
    rmSync(path)
    expect(open().get().name).toBe('T2')
  })

  it('reports if file and backup are both corrupt', () => {
    writeFileSync(path, '')
    const settings = open()
    expect(settings.get().name).toBe('T1')
    expect(settings.source).toBe('defaults')
  })

  it('rejects an invalid value and keeps the old one', () => {
    const settings = open()
    settings.update({ name: 'T2' })
    expect(() => settings.update({ name: '' })).toThrow()
    expect(settings.get().name).toBe('T2')
    expect(open().get().name).toBe('T2')
  })

  it('keeps the old value in memory if the new one cannot be written', () => {
    const settings = open()
    settings.update({ name: 'T2' })
    writeFileSync(join(dir, 'blocker'), '')
    rmSync(dir, { recursive: true })
    expect(() => settings.update({ name: 'T3' })).toThrow()
    expect(settings.get().name).toBe('T2')
  })

  it('migrates an older version and does not touch a newer one', () => {
    writeFileSync(path, JSON.stringify({ version: 1, settings: { label: 'old' } }))
    const migrate = (content: unknown) => ({ name: (content as { label: string }).label })
    expect(openSettings({ path, schema, version: 2, migrate }).get().name).toBe('old')
    writeFileSync(path, JSON.stringify({ version: 3, settings: { name: 'future' } }))
    chmodSync(path, 0o600)
    expect(openSettings({ path, schema, version: 2, migrate }).get().name).toBe('T1')
  })
})
