import { createHmac } from 'node:crypto'
import { Bonjour, type Service } from 'bonjour-service'
import { type Clock, every } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'

/** A terminal that announces itself on the network as one of the store. */
export interface Found {
  /** The terminal with the lowest rank becomes the hub. */
  rank: string
  /** Host and port. */
  address: string
}

export interface Discovery {
  found(): Found[]
  close(): void
}

export interface DiscoveryDeps {
  clock: Clock
  log: Log
  secret: Buffer
  /** Rank and port of this terminal. */
  own: { rank: string; port: number }
  onFound(): void
}

const TYPE = 'pitlane-hub'
const QUERY_INTERVAL_MS = 10_000
const TAG_LENGTH = 16

/** A public tag: terminals with the secret recognise each other by it, others learn nothing. */
const tagOf = (secret: Buffer, what: string): string =>
  createHmac('sha256', secret).update(what).digest('hex').slice(0, TAG_LENGTH)

/** The rank of a terminal in the election; one that was chosen in the settings comes before all others. */
export const rankOf = (secret: Buffer, terminalId: string, isChosen: boolean): string =>
  `${isChosen ? 0 : 1}${tagOf(secret, `rank ${terminalId}`)}`

/** Announces this terminal to the others of its store by multicast DNS, and discovers them. */
export function discover({ clock, log, secret, own, onFound }: DiscoveryDeps): Discovery {
  const store = tagOf(secret, 'store')
  const found = new Map<string, Found>()
  const bonjour = new Bonjour({}, (error: unknown) => log.warn('multicast DNS failed', { error }))

  function onService({ txt, referer, port }: Service): void {
    const { store: theirs, rank } = (txt ?? {}) as Record<string, unknown>
    if (theirs !== store || typeof rank !== 'string' || rank === own.rank || !referer) return
    found.set(rank, { rank, address: `${referer.address}:${port}` })
    onFound()
  }

  const browser = bonjour.find({ type: TYPE }, onService)
  browser.on('srv-update', onService)
  browser.on('down', ({ txt }: Service) => found.delete(String((txt as Record<string, unknown> | undefined)?.rank)))
  // The announcement must not reveal the computer's name.
  const name = `terminal-${own.rank}`
  bonjour.publish({
    name,
    host: `${name}.local`,
    type: TYPE,
    port: own.port,
    txt: { store, rank: own.rank },
    probe: false,
  })
  const stop = every(clock, QUERY_INTERVAL_MS, () => browser.update())

  return {
    found: () => [...found.values()],
    close() {
      stop()
      browser.stop()
      bonjour.unpublishAll(() => bonjour.destroy())
    },
  }
}
