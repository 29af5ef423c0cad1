import { networkInterfaces } from 'node:os'
import { type Clock, every } from '#main/core/clock.ts'
import type { Log } from '#main/core/log.ts'
import { HUB_PORT, type HubSettings, type HubState } from '#shared/ipc/hub.ts'
import { type Discovery, discover, type Found, rankOf } from './discovery.ts'
import { type HubLink, openHubLink, type Welcome } from './hub-link.ts'
import type { HubMessage, PeerMessage } from './messages.ts'
import { openPeerServer, type Peer, type PeerServer } from './peer-server.ts'

type Hello = Extract<PeerMessage, { word: 'hello' }>

export interface ElectionDeps {
  clock: Clock
  log: Log
  terminalId: string
  settings(): HubSettings
  secret(): Buffer | null
  onChange(): void
  onServerReachable(): void
  hello(): Hello
  onWelcome(welcome: Welcome): void
  onHubMessage(word: Extract<HubMessage, { word: 'runs' | 'line' | 'give' }>): void
  /** The hub that was joined is gone; nothing of the others can be heard or asked. */
  onHubLost(): void
  onPeer(member: Peer, hello: Hello): void
  onPeerMessage(member: Peer, word: Exclude<PeerMessage, Hello>): void
  onPeerGone(member: Peer): void
}

interface Joined {
  link: HubLink
  address: string
  name: string
  online: boolean
}

const ELECTION_INTERVAL_MS = 2000
/** Who did not answer is not asked again at once. */
const RETRY_PAUSE_MS = 4000
/** A hub that kept a customer waiting shall not do so again soon. */
const FAILED_HUB_PAUSE_MS = 15_000
/** Somebody who is there and does not say welcome is no hub. */
const WELCOME_TIMEOUT_MS = 6000

/** Who of the store's terminals is the hub: the one that was set, or of those that find each other the first by rank. */
export class Election {
  readonly #deps: ElectionDeps
  readonly #stop: () => void
  #arranged = ''
  #problem: HubState['problem'] = 'none'
  #desk: PeerServer | null = null
  #port = 0
  #discovery: Discovery | null = null
  #joined: Joined | null = null
  #trying: HubLink | null = null
  /** Whom not to ask before. */
  readonly #pausedUntil = new Map<string, number>()
  #closed = false

  constructor(deps: ElectionDeps) {
    this.#deps = deps
    this.#stop = every(deps.clock, ELECTION_INTERVAL_MS, () => this.#look())
  }

  /** Begins anew where the settings or the secret are others than before. */
  applySettings(): void {
    const { settings, secret } = this.#deps
    const { mode, address, port } = settings()
    const wanted = mode === 'off' ? '' : JSON.stringify([mode, address, port, secret()?.toString('hex') ?? ''])
    if (wanted === this.#arranged || this.#closed) return
    this.#arranged = wanted
    this.#end()
    if (mode !== 'off') this.#begin()
    this.#deps.onChange()
  }

  link = (): HubLink | null => this.#joined?.link ?? null
  /** Whether the terminal that was joined reaches the server. */
  hubReachesServer = (): boolean => this.#joined?.online === true

  /** Those who have joined this terminal. */
  peers = (): Peer[] => this.#desk?.peers() ?? []

  broadcast(word: HubMessage): void {
    for (const member of this.peers()) member.send(word)
  }

  /** The hub is no use now. */
  leave(why: string): void {
    this.#deps.log.warn('the hub is left', { why })
    const { link, address } = this.#joined ?? {}
    link?.close()
    if (address) this.#pause(address, FAILED_HUB_PAUSE_MS)
  }

  state(): HubState {
    const { mode } = this.#deps.settings()
    const members = this.peers().length
    const role = mode === 'off' ? 'off' : this.#joined ? 'member' : members > 0 ? 'hub' : 'alone'
    const { name = '', online = false } = this.#joined ?? {}
    const problem = mode === 'off' ? 'none' : this.#problem
    return { role, hub: name, members, passesOn: online, problem, addresses: this.#addresses() }
  }

  close(): void {
    this.#closed = true
    this.#stop()
    this.#end()
  }

  #begin(): void {
    const secret = this.#deps.secret()
    const { mode, address } = this.#deps.settings()
    this.#problem = secret === null ? 'noSecret' : mode === 'join' && address === '' ? 'noAddress' : 'none'
    this.#look()
  }

  #end(): void {
    this.#discovery?.close()
    this.#discovery = null
    this.#trying?.close()
    this.#joined?.link.close()
    this.#desk?.close()
    this.#desk = null
    this.#port = 0
    this.#problem = 'none'
    this.#pausedUntil.clear()
  }

  /** Opens what is not open, and joins whoever is before this terminal. */
  #look(): void {
    const secret = this.#deps.secret()
    const { mode } = this.#deps.settings()
    if (this.#closed || this.#arranged === '' || secret === null) return
    if (mode !== 'join' && !this.#desk) this.#openDesk(secret)
    const better = this.#candidates(secret)
    for (const { address } of better) {
      if (address === this.#joined?.address || this.#trying) return
      if (this.#isPaused(address)) continue
      this.#join(address, secret)
      return
    }
  }

  /** Those before this terminal, the first first. */
  #candidates(secret: Buffer): Pick<Found, 'address'>[] {
    const { mode, address } = this.#deps.settings()
    if (mode === 'serve') return []
    if (mode === 'join')
      return address === '' ? [] : [{ address: address.includes(':') ? address : `${address}:${HUB_PORT}` }]
    const own = rankOf(secret, this.#deps.terminalId, false)
    const before = this.#discovery?.found().filter(({ rank }) => rank < own) ?? []
    return before.sort((one, other) => (one.rank < other.rank ? -1 : 1))
  }

  #isPaused(address: string): boolean {
    const left = (this.#pausedUntil.get(address) ?? 0) - this.#deps.clock.now()
    // A pause longer than any we make means that the clock was set back.
    return left > 0 && left <= FAILED_HUB_PAUSE_MS
  }

  #pause(address: string, ms: number): void {
    this.#pausedUntil.set(address, this.#deps.clock.now() + ms)
  }

  #openDesk(secret: Buffer): void {
    const { clock, log, onPeerMessage: onMemberWord, settings, terminalId } = this.#deps
    const { mode, port } = settings()
    const desk = openPeerServer({
      clock,
      log,
      secret,
      port: mode === 'serve' ? port : 0,
      onHello: (member, hello) => {
        // A member of another hub has no members: whoever asks looks for that hub.
        if (this.#joined || hello.terminalId === terminalId) return member.close()
        log.info('a terminal has joined', { name: hello.name })
        this.#deps.onPeer(member, hello)
        this.#deps.onChange()
      },
      onMessage: onMemberWord,
      onLeave: (member) => {
        log.info('a terminal has left', { name: member.name })
        this.#deps.onPeerGone(member)
        this.#deps.onChange()
      },
      onListening: (at) => {
        if (this.#desk !== desk) return
        this.#problem = 'none'
        this.#port = at
        const own = { rank: rankOf(secret, terminalId, mode === 'serve'), port: at }
        this.#discovery = discover({ clock, log, secret, own, onFound: () => this.#look() })
        this.#deps.onChange()
      },
      onError: (error) => {
        log.warn('others cannot join this terminal', { error })
        if (this.#desk !== desk) return
        this.#problem = 'portTaken'
        this.#desk = null
        this.#port = 0
        this.#discovery?.close()
        this.#discovery = null
        this.#deps.onChange()
      },
    })
    this.#desk = desk
  }

  #join(address: string, secret: Buffer): void {
    const { clock, log, hello } = this.#deps
    this.#pause(address, RETRY_PAUSE_MS)
    const link = openHubLink({
      clock,
      secret,
      address,
      hello,
      onWelcome: (welcome) => {
        const before = this.#joined
        this.#trying = null
        this.#joined = { link, address, name: welcome.name, online: welcome.online }
        before?.link.close()
        this.#desk?.disconnectAll()
        log.info('another terminal was joined', { name: welcome.name })
        this.#deps.onWelcome(welcome)
        if (welcome.online) this.#deps.onServerReachable()
      },
      onMessage: (word) => {
        if (word.word === 'reach') this.#hearReach(link, word.online)
        else if (this.#joined?.link === link) this.#deps.onHubMessage(word)
      },
      onClose: (why) => {
        if (this.#trying === link) this.#trying = null
        if (this.#joined?.link !== link) return
        this.#joined = null
        this.#pause(address, RETRY_PAUSE_MS)
        log.warn('the hub is gone', { why })
        this.#deps.onHubLost()
        this.#deps.onChange()
      },
    })
    this.#trying = link
    clock.after(WELCOME_TIMEOUT_MS, () => this.#trying === link && link.close())
  }

  #hearReach(link: HubLink, online: boolean): void {
    if (this.#joined?.link !== link || this.#joined.online === online) return
    this.#joined.online = online
    this.#deps.onChange()
    if (online) this.#deps.onServerReachable()
  }

  /** Where this terminal can be joined. */
  #addresses(): string[] {
    if (this.#port === 0) return []
    const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
    const outside = own.filter(({ internal, family }) => !internal && family === 'IPv4')
    return outside.map(({ address }) => `${address}:${this.#port}`)
  }
}
