import { readdir, stat } from 'node:fs/promises'
import type { SerialPort } from 'serialport'
import { textOf } from '#main/core/device-link.ts'
import type { PortInfo, SerialDriver } from './ports.ts'

/** Loaded at the first use: without its native module the counter must still start and show the reason. */
const load = () => import('serialport')

const WATCH_MS = 250

/**
 * Watches the device file of an open port for removal; returns a function that stops watching.
 *
 * serialport 13 misses an unplug during a read: the closed line then yields zero bytes, which it reads
 * in an endless loop. On Windows, where ports are no files, its own event is reliable.
 */
function watchDevice(path: string, onGone: () => void): () => void {
  if (!path.startsWith('/')) return () => {}
  let first: string | null = null
  let checking = false
  const timer = setInterval(() => {
    if (checking) return
    checking = true
    stat(path)
      .then(
        (file) => `${file.ino} ${file.rdev}`,
        () => 'gone',
      )
      .then((device) => {
        checking = false
        first ??= device
        if (device === 'gone' || device !== first) onGone()
      })
  }, WATCH_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Lists the ports by device file names, for Linux without udev, which serialport requires. */
async function portFiles(): Promise<PortInfo[]> {
  const names = await readdir('/dev').catch((): string[] => [])
  return names.filter((name) => /^tty(S|USB|ACM|AMA)\d+$/.test(name)).map((name) => ({ path: `/dev/${name}` }))
}

/** Driver of serial ports. Each attempt creates a new port object, since a closed one keeps its written data. */
export function serialDriver(): SerialDriver {
  return {
    open({ path, baudRate }, handlers) {
      let port: SerialPort | null = null
      let over = false
      let stopWatching = (): void => {}

      function gone(reason: string): void {
        if (over) return
        over = true
        stopWatching()
        handlers.onLost(reason)
      }

      function closePort(): Promise<void> {
        const current = port
        if (!current) return Promise.resolve()
        return new Promise((resolve) => {
          if (current.isOpen) current.close(() => resolve())
          // An attempt that is still opening is closed once it succeeds.
          else if (current.opening)
            current.once('open', () => current.close(() => resolve())).once('error', () => resolve())
          else resolve()
        })
      }

      load()
        .then((serialport) => {
          if (over) return
          const current = new serialport.SerialPort({ path, baudRate, autoOpen: false })
          port = current
          current.on('data', (bytes: Buffer) => {
            if (!over) handlers.onData(bytes)
          })
          current.on('close', (error: unknown) => gone(textOf(error)))
          current.on('error', (error: unknown) => {
            gone(textOf(error))
            void closePort()
          })
          current.open((error) => {
            if (error) gone(textOf(error))
            else if (!over) {
              stopWatching = watchDevice(path, () => {
                gone('device file is gone')
                void closePort()
              })
              handlers.onOpen()
            }
          })
        })
        .catch((error: unknown) => gone(textOf(error)))

      return {
        close() {
          over = true
          stopWatching()
          return closePort()
        },
      }
    },

    async list() {
      const { SerialPort } = await load()
      return SerialPort.list().catch(portFiles)
    },
  }
}
