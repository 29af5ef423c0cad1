import type { SerialPort } from 'serialport'
import { type Connection, type LinkHandlers, textOf } from '#main/core/device-link.ts'

/** An open line display. */
export interface DisplayPort extends Connection {
  write(bytes: Uint8Array): void
}

/** One connection attempt. Each creates a port object, because data written to a closed one would be sent later. */
export function openDisplayPort(path: string, baudRate: number, handlers: LinkHandlers<never>): DisplayPort {
  let port: SerialPort | null = null
  let over = false

  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      if (port?.isOpen) port.close(() => resolve())
      else resolve()
    })

  function gone(error: unknown): void {
    if (over) return
    over = true
    void shut()
    handlers.onLost(textOf(error))
  }

  import('serialport')
    .then(({ SerialPort }) => {
      if (over) return
      const current = new SerialPort({ path, baudRate, autoOpen: false })
      port = current
      // Displays rarely answer, but without reading a disconnect is not detected.
      current.resume()
      current.on('error', gone)
      current.on('close', gone)
      current.open((error) => {
        if (error) gone(error)
        else if (over) void shut()
        else handlers.onOpen()
      })
    })
    .catch(gone)

  return {
    write(bytes) {
      if (!over && port?.isOpen) port.write(bytes, (error) => error && gone(error))
    },
    close() {
      over = true
      return shut()
    },
  }
}
