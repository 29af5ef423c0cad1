import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'

/** Kernel modules that the machine loads: for its disk, and to emulate and drive devices. */
const MODULES = [
  'virtio_pci',
  '9pnet_virtio',
  '9p',
  'overlay',
  'uhid',
  'usbhid',
  'hid-generic',
  'dummy_hcd',
  'libcomposite',
  'usb_f_acm',
  'usb_f_hid',
  'usb_f_printer',
  'cdc-acm',
  'usblp',
]
const MEMORY_MB = '2048'
/** The line with which the machine reports how its command ended. */
const ENDED = /machine ended with (\d+)/

interface Kernel {
  image: string
  /** In load order. */
  modules: string[]
}

const outputOf = (program: string, args: string[], cwd?: string): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Debian's own kernel, downloaded once from Debian's package servers and unpacked, never installed. */
export function fetchKernel(folder: string): Kernel {
  if (!existsSync(join(folder, 'boot'))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const [, name] = /Depends: (linux-image-\S+)/.exec(outputOf('apt-cache', ['depends', 'linux-image-amd64'])) ?? []
    if (!name) throw new Error('apt-cache knows no kernel: run apt-get update')
    outputOf('apt-get', ['download', name], folder)
    const [file = ''] = readdirSync(folder).filter((one) => one.endsWith('.deb'))
    outputOf('dpkg', ['-x', file, '.'], folder)
  }
  const [image = ''] = readdirSync(join(folder, 'boot')).filter((name) => name.startsWith('vmlinuz-'))
  const version = image.slice('vmlinuz-'.length)
  outputOf('depmod', ['-b', folder, version])
  const needed = (name: string) => outputOf('modprobe', ['-d', folder, '-S', version, '--show-depends', name])
  const paths = MODULES.flatMap((name) => [...needed(name).matchAll(/^insmod (\S+)/gm)].map(([, path = '']) => path))
  return { image: join(folder, 'boot', image), modules: [...new Set(paths)] }
}

/** The initial file system of the machine: modules, and what mounts this computer's disk read-only. */
function makeFirstDisk(folder: string, { modules }: Kernel, command: string): string {
  const disk = join(folder, 'first-disk')
  rmSync(disk, { recursive: true, force: true })
  for (const name of ['bin', 'modules', 'host', 'writable', 'root', 'proc', 'sys', 'dev'])
    mkdirSync(join(disk, name), { recursive: true })
  copyFileSync('/bin/busybox', join(disk, 'bin', 'busybox'))
  modules.forEach((path, at) => {
    copyFileSync(path, join(disk, 'modules', `${String(at).padStart(2, '0')}-${basename(path)}`))
  })
  copyFileSync(join(import.meta.dirname, 'first-program.sh'), join(disk, 'init'))
  chmodSync(join(disk, 'init'), 0o755)
  writeFileSync(join(disk, 'command'), command)
  const archive = execFileSync('sh', ['-c', 'find . | cpio -o -H newc --quiet'], { cwd: disk, maxBuffer: 1 << 28 })
  const packed = join(folder, 'first-disk.gz')
  writeFileSync(packed, gzipSync(archive, { level: 1 }))
  return packed
}

/**
 * Runs a command in a machine with read-only access to this computer's files and a kernel into which devices can be plugged.
 * Prints its output, and returns its exit code; null when the machine did not finish.
 */
export async function runInMachine(folder: string, command: string): Promise<number | null> {
  const kernel = fetchKernel(join(folder, 'kernel'))
  const disk = makeFirstDisk(folder, kernel, command)
  // Emulated, without hardware virtualization: that works on every machine, and boots in some ten seconds.
  const machine = spawn(
    'qemu-system-x86_64',
    [
      ...['-accel', 'tcg', '-cpu', 'max', '-smp', '2', '-m', MEMORY_MB],
      ...['-nodefaults', '-no-user-config', '-display', 'none', '-serial', 'stdio', '-no-reboot'],
      ...['-kernel', kernel.image, '-initrd', disk, '-append', 'console=ttyS0 quiet loglevel=3 panic=-1'],
      ...['-fsdev', 'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap'],
      ...['-device', 'virtio-9p-pci,fsdev=host,mount_tag=host'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let code: number | null = null
  for await (const line of createInterface({ input: machine.stdout })) {
    const [, ended] = ENDED.exec(line) ?? []
    if (ended !== undefined) code = Number(ended)
    else console.log(line)
  }
  return code
}

export const isDebian = (): boolean =>
  existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
