import type { Client, Reader, ReaderStatusFlags } from 'pcsc-mini'
import { textOf } from '#main/core/device-link.ts'
import type { PcscDriver } from './ports.ts'

/** Optional at run time: computers without a smart card service only lack PC/SC readers. */
const load = () => import('pcsc-mini')

/** Timeout for listing the readers. */
const LIST_MS = 1000

/** A reader's name with its slot number, which depends on the socket. */
const withoutSlot = (name: string): string => name.replace(/(?: [0-9A-F]{2}){1,2}$/i, '')

/** Driver of readers of the operating system's smart card service. */
export function pcscDriver(): PcscDriver {
  return {
    open(wanted, command, handlers) {
      let client: Client | null = null
      let over = false
      const missing = setTimeout(() => gone('not plugged in'), LIST_MS)

      function end(): void {
        over = true
        clearTimeout(missing)
        stop(client)
      }

      function gone(error: unknown): void {
        if (over) return
        end()
        handlers.onLost(textOf(error))
      }

      function hear(reader: Reader, pcsc: typeof import('pcsc-mini')): void {
        if (over || (wanted !== '' && withoutSlot(reader.name()) !== withoutSlot(wanted))) return
        let hasCard = false
        clearTimeout(missing)
        handlers.onOpen()
        reader.on('disconnect', () => gone('not plugged in'))
        reader.on('change', (status: ReaderStatusFlags) => {
          const had = hasCard
          hasCard = status.has(pcsc.ReaderStatus.PRESENT)
          if (hasCard && !had) void ask(reader, pcsc)
        })
      }

      async function ask(reader: Reader, pcsc: typeof import('pcsc-mini')): Promise<void> {
        try {
          const card = await reader.connect(pcsc.CardMode.SHARED)
          const answer = await card.transmit(command)
          if (!over) handlers.onData(Uint8Array.from(answer))
          await card.disconnect(pcsc.CardDisposition.LEAVE).catch(() => undefined)
        } catch {
          // Removed too soon, or not supported: the cashier swipes again.
          if (!over) handlers.onData(null)
        }
      }

      load()
        .then((pcsc) => {
          if (over) return
          client = new pcsc.Client()
          client.on('error', gone)
          client.on('reader', (reader) => hear(reader, pcsc))
          client.start()
        })
        .catch(gone)

      return {
        async close() {
          end()
        },
      }
    },

    async list() {
      const pcsc = await load()
      const client = new pcsc.Client()
      const names: string[] = []
      client.on('reader', (reader) => names.push(reader.name()))
      // Fails at once where the service is not running.
      client.start()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LIST_MS)
        client.on('error', () => {
          clearTimeout(timer)
          resolve()
        })
      })
      stop(client)
      return names
    },
  }
}

/** Closing fails if the service has stopped. */
function stop(client: Client | null): void {
  try {
    client?.stop()
  } catch {
    // Nothing is left to stop.
  }
}
