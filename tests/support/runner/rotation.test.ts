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
    const named = [...files, ...Object.values(ROTATING).flat()]
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('runs each of them within a week', () => {
    const run = Array.from({ length: 7 }, (_, day) => 20_000 + day).flatMap((seed) => {
      vi.stubEnv('PITLANE_TEST_SEED', String(seed))
      const out = filesNotToday()
      return files.filter((file) => !out.includes(file))
    })
    expect(files.filter((file) => !run.includes(file))).toEqual([])
  })

  it('runs at most two more because of changed folders', () => {
    for (const seed of [20_000, 20_001]) {
      vi.stubEnv('PITLANE_TEST_SEED', String(seed))
      expect(files.length - filesNotToday().length).toBeLessThanOrEqual(Math.ceil(files.length / 7) + 2)
    }
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
