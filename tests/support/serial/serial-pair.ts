import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a device's bytes are sent; a pty has no baud rate, so the pace is simulated here. */
export interface Pacing {
  /** Bytes written at a time; all at once by default. */
  chunk?: number
  gapMs?: number
}

export interface SerialPair {
  /** The port that the product opens. */
  readerPath: string
  /** The other end, at which the device is. */
  devicePath: string
  write(bytes: Uint8Array, pacing?: Pacing): Promise<void>
  /** Unplugs the device: the port disappears while it is open. */
  unplug(): Promise<void>
  /** Plugs it in again at the same path. */
  plug(): Promise<void>
  close(): Promise<void>
}

/** A serial device at the end of a real pseudo terminal, made by socat. */
export async function openSerialPair(options: { plugged?: boolean } = {}): Promise<SerialPair> {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-serial-'))
  const readerPath = join(folder, 'reader')
  const devicePath = join(folder, 'device')
  let socat: ChildProcess | null = null

  async function plug(): Promise<void> {
    const child = spawn('socat', [`pty,raw,echo=0,link=${readerPath}`, `pty,raw,echo=0,link=${devicePath}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'spawn').catch(() => {
      throw new Error('socat is missing: apt-get install socat')
    })
    socat = child
    while (!existsSync(readerPath) || !existsSync(devicePath)) {
      if (child.exitCode !== null) throw new Error(`socat ended with ${child.exitCode}`)
      await sleep(2)
    }
  }

  async function unplug(): Promise<void> {
    const child = socat
    socat = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }

  if (options.plugged !== false) await plug()

  return {
    readerPath,
    devicePath,
    plug,
    unplug,
    async write(bytes, { chunk = bytes.length, gapMs = 0 } = {}) {
      const device = await open(devicePath, 'w')
      try {
        for (let at = 0; at < bytes.length; at += chunk) {
          if (at > 0 && gapMs > 0) await sleep(gapMs)
          await device.write(bytes.subarray(at, at + chunk))
        }
      } finally {
        await device.close()
      }
    },
    async close() {
      await unplug()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
