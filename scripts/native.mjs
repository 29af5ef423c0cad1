// Compiles the addon in `native/`, by which the terminal prints to the queues of the operating system: `node scripts/native.mjs`.
// It needs a C compiler and nothing of CUPS, which is loaded at run time. For Windows it needs mingw and is checked only by
// compiling (`node scripts/native.mjs --windows`). Without the addon the terminal prints by network, serial port and device file.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import headers from 'node-api-headers'

const source = join('native', 'print-queue.c')
const common = ['-O2', '-Wall', '-Wextra', '-Werror', '-I', headers.include_dir]
const run = (compiler, words) => execFileSync(compiler, [...common, ...words], { stdio: 'inherit' })

if (process.argv.includes('--windows')) {
  run('x86_64-w64-mingw32-gcc', ['-fsyntax-only', source])
} else {
  const link =
    process.platform === 'darwin' ? ['-bundle', '-undefined', 'dynamic_lookup'] : ['-shared', '-fPIC', '-ldl']
  run('cc', [...link, '-o', join('native', 'print-queue.node'), source])
}
