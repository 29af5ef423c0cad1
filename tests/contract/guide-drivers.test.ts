import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { FrameParser } from '#main/features/card-reader/frames.ts'

const root = join(import.meta.dirname, '..', '..')
const chapter = readFileSync(join(root, 'docs/guide/en/developers/drivers.md'), 'utf8')
const [, code = ''] = /^```ts\n(.*?)^```/ms.exec(chapter) ?? []

it('the reader of the developer’s guide reads its frames in any pieces, and takes no damaged one for a card', async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'driver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'sum-parser.ts')
  writeFileSync(file, code)
  const { sumParser } = (await import(/* @vite-ignore */ file)) as { sumParser(): FrameParser }

  const frame = Buffer.from('=000482973134\r', 'latin1')
  const card = { kind: 'text', text: '0004829731' }
  for (let cut = 0; cut <= frame.length; cut += 1) {
    const parser = sumParser()
    expect([...parser.push(frame.subarray(0, cut)), ...parser.push(frame.subarray(cut))]).toEqual([card])
  }
  for (let at = 0; at < frame.length; at += 1) {
    const damaged = Buffer.from(frame)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    const parser = sumParser()
    const events = [...parser.push(damaged), ...parser.quiet()]
    expect(events.filter(({ kind }) => kind !== 'garbled')).toEqual([])
    expect(parser.push(frame)).toEqual([card])
  }
})
