import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

export const ROOT = resolve(import.meta.dirname, '../../..')

/** Packages with binaries, which they load relative to themselves. */
const WITH_BINARIES = ['better-sqlite3', 'serialport', 'node-hid', 'pcsc-mini', '@node-rs/argon2']

/** A folder for bundles inside the project, where packages and resources resolve as usual. */
export async function makeBundleFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache', 'bundle-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Bundles a program into one file and returns its path; `external` excludes all packages, or the named ones. */
export async function bundleInto(
  folder: string,
  name: string,
  program: string,
  { external = [] }: { external?: true | readonly string[] } = {},
): Promise<string> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: program,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: `${name}.js`, codeSplitting: false } },
    },
    ssr: external === true ? { external } : { noExternal: true, external: [...WITH_BINARIES, ...external] },
  })
  return join(folder, `${name}.js`)
}
