import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLog } from '#main/core/log.ts'
import { StoredSettings, TerminalSettings } from '#shared/ipc/contract.ts'
import { openTerminalSettings } from './terminal-settings.ts'

function openWith(settings: object, version: number) {
  const dir = mkdtempSync(join(tmpdir(), 'pitlane-settings-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'settings.json'), JSON.stringify({ version, settings }))
  return openTerminalSettings(dir, '', openLog({ dir })).get()
}

it('migrates the single reader and keeps all other settings', () => {
  const reader = { path: '/dev/ttyUSB0', protocol: 'em18', baudRate: 19200, format: 'wiegand26' }
  const now = openWith({ terminalName: 'T7', prefix: 'T7', reader }, 1)
  expect(now).toMatchObject({ terminalName: 'T7', prefix: 'T7', readers: [{ ...reader, link: 'serial' }] })
  expect(openWith({ reader: { ...reader, path: '' } }, 1).readers).toEqual([])
  expect(openWith({ readers: [reader] }, 2).readers).toMatchObject([reader])
})

it('removes a printer make without Chinese and keeps all other settings', () => {
  const printer = { transport: 'tcp', address: '192.168.1.50', columns: 32 }
  for (const maker of ['daruma', 'brother']) {
    const now = openWith({ terminalName: 'T7', printer: { ...printer, maker } }, 2)
    expect(now).toMatchObject({ terminalName: 'T7', printer: { ...printer, maker: 'epson', transport: 'none' } })
  }
  expect(openWith({ printer: { ...printer, maker: 'star' } }, 2).printer).toMatchObject({ ...printer, maker: 'star' })
})

it('rejects duplicate and incomplete readers', () => {
  const settings = StoredSettings.parse({ readers: [{ path: 'COM3' }] })
  expect(TerminalSettings.safeParse(settings).success).toBe(true)
  const [reader] = settings.readers
  expect(TerminalSettings.safeParse({ ...settings, readers: [reader, reader] }).success).toBe(false)
  expect(TerminalSettings.safeParse({ ...settings, readers: [{ path: 'COM3' }] }).success).toBe(false)
})
