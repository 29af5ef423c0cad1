import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findPrinters } from './found-printers.ts'

it('lists queues, ports and device files, and skips those that cannot be listed', async () => {
  const usbFolder = mkdtempSync(join(tmpdir(), 'usb-'))
  onTestFinished(() => rmSync(usbFolder, { recursive: true }))
  for (const name of ['lp1', 'lp0', 'hiddev0']) writeFileSync(join(usbFolder, name), '')
  const queues = () => ({ list: async () => ['till'], print: async () => 1 })
  const ports = async () => [{ path: 'COM3', manufacturer: 'Prolific' }, { path: 'COM4' }]
  expect(await findPrinters({ queues, ports, usbFolder })).toEqual([
    { transport: 'queue', address: 'till', name: 'till' },
    { transport: 'serial', address: 'COM3', name: 'COM3 · Prolific' },
    { transport: 'serial', address: 'COM4', name: 'COM4' },
    { transport: 'file', address: join(usbFolder, 'lp0'), name: join(usbFolder, 'lp0') },
    { transport: 'file', address: join(usbFolder, 'lp1'), name: join(usbFolder, 'lp1') },
  ])
  const nothing = {
    queues: () => {
      throw new Error('not built')
    },
    ports: () => Promise.reject(new Error('no right')),
    usbFolder: join(usbFolder, 'nowhere'),
  }
  expect(await findPrinters(nothing)).toEqual([])
})
