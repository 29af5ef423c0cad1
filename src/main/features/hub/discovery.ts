import { createHmac } from 'node:crypto'
import { Bonjour, type Service } from 'bonjour-service'
import { type Clock, every } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'

/** A terminal that was heard on the network and says that it is one of the store. */
export interface Found {
  /** Whoever has the lowest is the hub. */
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
  /** This terminal's, and where it is joined. */
  own: { rank: string; port: number }
  onFound(): void
}

const TYPE = 'pitlane-hub'
const ASK_AGAIN = 10_000
const SHOWN_CHARACTERS = 16

/** What is said aloud: by it those who have the secret know each other again, and others learn nothing. */
const spoken = (secret: Buffer, what: string): string =>
  createHmac('sha256', secret).update(what).digest('hex').slice(0, SHOWN_CHARACTERS)

/** A terminal's place in the order of those who may be the hub; one that was chosen by hand is before all others. */
export const rankOf = (secret: Buffer, terminalId: string, isChosen: boolean): string =>
  `${isChosen ? 0 : 1}${spoken(secret, `rank ${terminalId}`)}`

/** Announces this terminal to the others of its store by multicast DNS, and hears of them. */
export function discover({ clock, log, secret, own, onFound }: DiscoveryDeps): Discovery {
  const store = spoken(secret, 'store')
  const known = new Map<string, Found>()
  const bonjour = new Bonjour({}, (error: unknown) => log.warn('other terminals cannot be looked for', { error }))

  function hear({ txt, referer, port }: Service): void {
    const { store: theirs, rank } = (txt ?? {}) as Record<string, unknown>
    if (theirs !== store || typeof rank !== 'string' || rank === own.rank || !referer) return
    known.set(rank, { rank, address: `${referer.address}:${port}` })
    onFound()
  }

  const browser = bonjour.find({ type: TYPE }, hear)
  browser.on('srv-update', hear)
  browser.on('down', ({ txt }: Service) => known.delete(String((txt as Record<string, unknown> | undefined)?.rank)))
  // Neither the computer's name nor its owner's is anybody's business.
  const name = `terminal-${own.rank}`
  bonjour.publish({
    name,
    host: `${name}.local`,
    type: TYPE,
    port: own.port,
    txt: { store, rank: own.rank },
    probe: false,
  })
  const stop = every(clock, ASK_AGAIN, () => browser.update())

  return {
    found: () => [...known.values()],
    close() {
      stop()
      browser.stop()
      bonjour.unpublishAll(() => bonjour.destroy())
    },
  }
}
