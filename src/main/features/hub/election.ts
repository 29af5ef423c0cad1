import { networkInterfaces } from 'node:os'
import { type Clock, every } from '#main/core/clocks/clock.ts'
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
  onHubMessage(message: Extract<HubMessage, { word: 'runs' | 'line' | 'give' }>): void
  /** The connection to the hub is lost, and with it every other terminal. */
  onHubLost(): void
  onPeer(member: Peer, hello: Hello): void
  onPeerMessage(member: Peer, message: Exclude<PeerMessage, Hello>): void
  onPeerGone(member: Peer): void
}

interface Joined {
  link: HubLink
  address: string
  name: string
  online: boolean
}

const ELECTION_INTERVAL_MS = 2000
/** A terminal that did not answer is not tried again before this. */
const RETRY_PAUSE_MS = 4000
/** A leader that made a customer wait is not joined again before this. */
const FAILED_HUB_PAUSE_MS = 15_000
/** A terminal that does not send a welcome within this is not a hub. */
const WELCOME_TIMEOUT_MS = 6000

/** Elects the hub of a store: the terminal that the settings name, or the discovered one with the lowest rank. */
export class Election {
  readonly #deps: ElectionDeps
  readonly #stop: () => void
  #appliedSettings = ''
  #problem: HubState['problem'] = 'none'
  #server: PeerServer | null = null
  #port = 0
  #discovery: Discovery | null = null
  #joined: Joined | null = null
  #pending: HubLink | null = null
  /** By address: the time (ms) before which it is not tried. */
  readonly #pausedUntil = new Map<string, number>()
  #closed = false

  constructor(deps: ElectionDeps) {
    this.#deps = deps
    this.#stop = every(deps.clock, ELECTION_INTERVAL_MS, () => this.#elect())
  }

  /** Starts over where the settings or the secret have changed. */
  applySettings(): void {
    const { settings, secret } = this.#deps
    const { mode, address, port } = settings()
    const settingsKey = mode === 'off' ? '' : JSON.stringify([mode, address, port, secret()?.toString('hex') ?? ''])
    if (settingsKey === this.#appliedSettings || this.#closed) return
    this.#appliedSettings = settingsKey
    this.#end()
    if (mode !== 'off') this.#begin()
    this.#deps.onChange()
  }

  link = (): HubLink | null => this.#joined?.link ?? null
  /** Whether the joined hub reaches the server. */
  hubReachesServer = (): boolean => this.#joined?.online === true

  /** The terminals that have joined this one. */
  peers = (): Peer[] => this.#server?.peers() ?? []

  broadcast(message: HubMessage): void {
    for (const member of this.peers()) member.send(message)
  }

  /** Leaves a hub that does not answer. */
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
    this.#elect()
  }

  #end(): void {
    this.#discovery?.close()
    this.#discovery = null
    this.#pending?.close()
    this.#joined?.link.close()
    this.#server?.close()
    this.#server = null
    this.#port = 0
    this.#problem = 'none'
    this.#pausedUntil.clear()
  }

  /** Opens the peer server where needed, and joins the first terminal that ranks before this one. */
  #elect(): void {
    const secret = this.#deps.secret()
    const { mode } = this.#deps.settings()
    if (this.#closed || this.#appliedSettings === '' || secret === null) return
    if (mode !== 'join' && !this.#server) this.#openServer(secret)
    const candidates = this.#candidates(secret)
    for (const { address } of candidates) {
      if (address === this.#joined?.address || this.#pending) return
      if (this.#isPaused(address)) continue
      this.#join(address, secret)
      return
    }
  }

  /** Terminals that rank before this one, lowest rank first. */
  #candidates(secret: Buffer): Pick<Found, 'address'>[] {
    const { mode, address } = this.#deps.settings()
    if (mode === 'serve') return []
    if (mode === 'join')
      return address === '' ? [] : [{ address: address.includes(':') ? address : `${address}:${HUB_PORT}` }]
    const own = rankOf(secret, this.#deps.terminalId, false)
    const ahead = this.#discovery?.found().filter(({ rank }) => rank < own) ?? []
    return ahead.sort((one, other) => (one.rank < other.rank ? -1 : 1))
  }

  #isPaused(address: string): boolean {
    const left = (this.#pausedUntil.get(address) ?? 0) - this.#deps.clock.now()
    // A longer pause than any that is set here means that the clock was set back.
    return left > 0 && left <= FAILED_HUB_PAUSE_MS
  }

  #pause(address: string, ms: number): void {
    this.#pausedUntil.set(address, this.#deps.clock.now() + ms)
  }

  #openServer(secret: Buffer): void {
    const { clock, log, onPeerMessage, settings, terminalId } = this.#deps
    const { mode, port } = settings()
    const server = openPeerServer({
      clock,
      log,
      secret,
      port: mode === 'serve' ? port : 0,
      onHello: (member, hello) => {
        // A member of another hub accepts no members of its own; the caller will find that hub.
        if (this.#joined || hello.terminalId === terminalId) return member.close()
        log.info('a terminal has joined', { name: hello.name })
        this.#deps.onPeer(member, hello)
        this.#deps.onChange()
      },
      onMessage: onPeerMessage,
      onLeave: (member) => {
        log.info('a terminal has left', { name: member.name })
        this.#deps.onPeerGone(member)
        this.#deps.onChange()
      },
      onListening: (at) => {
        if (this.#server !== server) return
        this.#problem = 'none'
        this.#port = at
        const own = { rank: rankOf(secret, terminalId, mode === 'serve'), port: at }
        this.#discovery = discover({ clock, log, secret, own, onFound: () => this.#elect() })
        this.#deps.onChange()
      },
      onError: (error) => {
        log.warn('the peer server cannot listen', { error })
        if (this.#server !== server) return
        this.#problem = 'portTaken'
        this.#server = null
        this.#port = 0
        this.#discovery?.close()
        this.#discovery = null
        this.#deps.onChange()
      },
    })
    this.#server = server
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
        const previous = this.#joined
        this.#pending = null
        this.#joined = { link, address, name: welcome.name, online: welcome.online }
        previous?.link.close()
        this.#server?.disconnectAll()
        log.info('another terminal was joined', { name: welcome.name })
        this.#deps.onWelcome(welcome)
        if (welcome.online) this.#deps.onServerReachable()
      },
      onMessage: (message) => {
        if (message.word === 'reach') this.#onReach(link, message.online)
        else if (this.#joined?.link === link) this.#deps.onHubMessage(message)
      },
      onClose: (why) => {
        if (this.#pending === link) this.#pending = null
        if (this.#joined?.link !== link) return
        this.#joined = null
        this.#pause(address, RETRY_PAUSE_MS)
        log.warn('the hub is gone', { why })
        this.#deps.onHubLost()
        this.#deps.onChange()
      },
    })
    this.#pending = link
    clock.after(WELCOME_TIMEOUT_MS, () => this.#pending === link && link.close())
  }

  #onReach(link: HubLink, online: boolean): void {
    if (this.#joined?.link !== link || this.#joined.online === online) return
    this.#joined.online = online
    this.#deps.onChange()
    if (online) this.#deps.onServerReachable()
  }

  /** Host and port at which this terminal can be joined. */
  #addresses(): string[] {
    if (this.#port === 0) return []
    const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
    const outside = own.filter(({ internal, family }) => !internal && family === 'IPv4')
    return outside.map(({ address }) => `${address}:${this.#port}`)
  }
}
