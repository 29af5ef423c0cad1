import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filesNotToday, ROTATING } from './rotation.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const files = Object.keys(ROTATING)

beforeEach(() => {
  vi.stubEnv('PITLANE_TEST_ROTATES', '1')
  vi.stubEnv('PITLANE_TEST_SAMPLE', '')
})
afterEach(() => vi.unstubAllEnvs())

describe('the rotation of slow test files', () => {
  it('names files and folders that exist', () => {
    const named = [...files, ...Object.values(ROTATING).flatMap(({ about }) => about)]
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('runs each of them within two weeks', () => {
    const run = Array.from({ length: 14 }, (_, day) => 20_000 + day).flatMap((seed) => {
      vi.stubEnv('PITLANE_TEST_SEED', String(seed))
      const out = filesNotToday()
      return files.filter((file) => !out.includes(file))
    })
    expect(files.filter((file) => !run.includes(file))).toEqual([])
  })

  it('takes about the same time each day, whatever has changed', () => {
    const secondsOf = (some: readonly string[]) => some.reduce((sum, file) => sum + (ROTATING[file]?.seconds ?? 0), 0)
    const days = Array.from({ length: 14 }, (_, day) => {
      vi.stubEnv('PITLANE_TEST_SEED', String(20_000 + day))
      const out = filesNotToday()
      return secondsOf(files.filter((file) => !out.includes(file)))
    })
    const longest = Math.max(...files.map((file) => secondsOf([file])))
    // A day's share of all; what has changed is 40 s more, or one file.
    expect(Math.min(...days)).toBeGreaterThan(secondsOf(files) / 14 - longest)
    expect(Math.max(...days)).toBeLessThan(secondsOf(files) / 14 + longest + Math.max(40, longest))
  })

  it('leaves none out of npm run test:all, or where files are named', () => {
    expect(filesNotToday().length).toBeLessThan(files.length)
    vi.stubEnv('PITLANE_TEST_SAMPLE', 'all')
    expect(filesNotToday()).toEqual([])
    vi.stubEnv('PITLANE_TEST_SAMPLE', '')
    vi.stubEnv('PITLANE_TEST_ROTATES', '')
    expect(filesNotToday()).toEqual([])
  })
})
