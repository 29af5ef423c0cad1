import type { Clock } from '#main/core/clocks/clock.ts'
import type { PreparedCall } from '#main/core/http.ts'
import type { Log } from '#main/core/log.ts'
import type { StartedRun } from '#main/features/outbox/index.ts'
import type { LocalRun } from '#main/features/snapshot/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'
import type { HubSettings, HubState } from '#shared/ipc/hub.ts'
import { Election } from './election.ts'
import type { HubMessage, HubRun, PeerMessage, PeerQueue, TransferredEntry } from './messages.ts'
import { PeerQueues, type SharedQueue } from './peer-queues.ts'
import type { Peer } from './peer-server.ts'
import { relayForPeer, toRelayedCall } from './relay.ts'
import { type ReservationChange, VehicleReservations } from './vehicle-reservations.ts'

export interface HubDeps {
  clock: Clock
  log: Log
  terminalId: string
  name(): string
  settings(): HubSettings
  /** The secret of the store; null for a terminal that is not enrolled. */
  secret(): Buffer | null
  /** Whether this terminal itself reaches the server. */
  isOnline(): boolean
  /** Runs of this terminal that the server does not have yet. */
  ownRuns(): StartedRun[]
  /** The next ticket number of a business day, stored before it is returned; throws where it cannot be stored. */
  nextNumber(day: string): string
  /** Sends a prepared call to the server unchanged. */
  send(call: PreparedCall, signal: AbortSignal): Promise<ExchangeAnswer>
  /** The members of the cluster or their runs have changed. */
  onChange(): void
  /** The hub reaches the server, so calls can be relayed through it. */
  onServerReachable(): void
}

/** How long a customer waits for the hub before the counter continues alone. */
const RESERVE_TIMEOUT_MS = 2000
const RELAY_TIMEOUT_MS = 9000
/** How many ticket numbers are remembered, so that a repeated request for an order gets the same one. */
const MAX_REMEMBERED_NUMBERS = 500

/**
 * Coordinates the terminals of a store while the server is away. One of them, the hub, assigns ticket numbers, reserves
 * vehicles and shares the queues. A hub that reaches the server relays the calls of the others. Without a hub each
 * terminal works alone.
 */
export class Hub {
  readonly #deps: HubDeps
  readonly #reservations: VehicleReservations
  readonly #election: Election
  readonly #peerQueues: PeerQueues
  readonly #numbers = new Map<string, string>()
  /** The token that the server refused in a relayed call; empty when there is none. */
  #refusedToken = ''

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.#reservations = new VehicleReservations(() => deps.clock.now())
    const election = new Election({
      ...deps,
      hello: () => this.#hello(),
      onWelcome: (welcome) => {
        this.#applyFromHub({ runs: welcome.runs, gone: [] })
        this.#peerQueues.hubJoined()
      },
      onHubMessage: (message) =>
        message.word === 'runs' ? this.#applyFromHub(message) : this.#peerQueues.onHubMessage(message),
      onHubLost: () => this.#peerQueues.hubLost(),
      onPeer: (member, hello) => this.#welcome(member, hello),
      onPeerMessage: (member, message) => this.#onPeerMessage(member, message),
      onPeerGone: (member) => this.#peerQueues.peerGone(member),
    })
    this.#election = election
    this.#peerQueues = new PeerQueues({ ...deps, link: election.link, peers: election.peers })
  }

  /** Call when the settings, the secret of the store or the data file have changed. */
  applySettings = (): void => this.#election.applySettings()
  close = (): void => this.#election.close()
  state = (): HubState => this.#election.state()

  /** Connects the offline queue of this terminal; before that it has none. */
  connectQueue = (queue: SharedQueue): void => this.#peerQueues.connect(queue)

  /** Tells the joined terminals whether this one reaches the server. */
  publishReachability(): void {
    this.#election.broadcast({ word: 'reach', online: this.#deps.isOnline() })
  }

  isOn = (): boolean => this.#deps.settings().mode !== 'off'

  /**
   * Reserves a vehicle for a start without the server. Returns the ticket number that the hub assigned, or null where this
   * terminal takes its own. Throws `sessions.vehicleTaken` when another terminal has the vehicle.
   */
  reserve = async (started: StartedRun, vehicle: string, day: string): Promise<string | null> => {
    if (!this.isOn()) return null
    const run = this.#runOf(started)
    const seen = this.#reservations.ofVehicle(run.vehicleId)?.id ?? null
    const link = this.#election.link()
    if (link) {
      const answer = await link.ask({ word: 'take', run, seen, day }, RESERVE_TIMEOUT_MS)
      if (answer?.word === 'busy') throw vehicleTaken(vehicle, answer.by)
      if (answer?.word === 'taken') {
        this.#applyFromHub({ runs: [run], gone: [] })
        return answer.ticketNo || null
      }
      // One customer has waited; the next ones should not.
      this.#election.leave('no answer')
    }
    const holder = this.#reservations.holderFor(run, seen)
    if (holder) throw vehicleTaken(vehicle, holder.by)
    this.#broadcastChange(this.#reservations.record(run))
    return null
  }

  /** Releases the reservation of a start that could not be stored. */
  withdraw(id: string): void {
    this.#election.link()?.send({ word: 'withdraw', id })
    this.#broadcastChange(this.#reservations.remove([id]))
  }

  /** Records a start that was made without a reservation, or that the server has now (`isSettled`). */
  recordRun(started: StartedRun, isSettled: boolean): void {
    if (!this.isOn()) return
    const run = { ...this.#runOf(started), settledAt: isSettled ? this.#deps.clock.now() : null }
    this.#election.link()?.send({ word: 'note', run })
    this.#broadcastChange(this.#reservations.record(run))
  }

  /** The queues of the other terminals. */
  peerQueues = (): PeerQueue[] => (this.isOn() ? this.#peerQueues.others() : [])
  /** Call when this terminal's own queue may have changed. */
  publishQueue = (): void => (this.isOn() ? this.#peerQueues.publish() : undefined)
  /** Takes over a queue entry from another terminal; throws `line.*` where that fails. */
  fetchQueueEntry = (id: string, from: string): Promise<TransferredEntry> => this.#peerQueues.fetchEntry(id, from)

  /** Ends the runs of vehicles that the server reports as idle, for all terminals. `serverReadAt` is when it was asked (ms). */
  applyServerVehicles(serverReadAt: number, isBusy: (vehicleId: string) => boolean): void {
    if (!this.#election.link())
      this.#broadcastChange(this.#reservations.remove(this.#reservations.endedSince(serverReadAt, isBusy)))
  }

  /** Runs of other terminals that the server's data does not include yet. `serverReadAt` is when it was asked (ms). */
  runs(serverReadAt: number): LocalRun[] {
    if (!this.isOn()) return []
    const isUnknownToServer = ({ terminalId, settledAt }: HubRun) =>
      terminalId !== this.#deps.terminalId && (settledAt === null || settledAt > serverReadAt)
    return this.#reservations.all().filter((run) => isUnknownToServer(run) && !this.#reservations.isOver(run))
  }

  /** Whether calls with a token can go to the server through the hub. */
  canRelay = (token: string): boolean => this.#election.hubReachesServer() && token !== this.#refusedToken
  /** The server no longer accepts a token. The user stays signed in here, because the server itself is out of reach. */
  stopRelayingFor(token: string): void {
    this.#refusedToken = token
  }

  /** Sends a call to the server through the hub. Throws `common.offline` or `common.timeout`. */
  relay = async (call: PreparedCall, signal: AbortSignal): Promise<ExchangeAnswer> => {
    const link = this.#election.link()
    if (!link || !this.#election.hubReachesServer()) throw new AppError('common.offline')
    const { promise: aborted, resolve: abort } = Promise.withResolvers<null>()
    const stop = () => abort(null)
    signal.addEventListener('abort', stop, { once: true })
    const answer = await Promise.race([
      link.ask({ word: 'carry', call: toRelayedCall(call) }, RELAY_TIMEOUT_MS),
      aborted,
    ])
    signal.removeEventListener('abort', stop)
    if (answer?.word === 'noAnswer') throw new AppError(answer.code)
    if (answer?.word !== 'answer') throw new AppError('common.timeout')
    const { status, type, body } = answer
    return { status, type, disposition: '', body: new TextEncoder().encode(body) }
  }

  #runOf({ id, vehicleId, racer, startedAt, mode, minutes }: StartedRun): HubRun {
    const { terminalId, name, clock } = this.#deps
    const run = { id, vehicleId, racer, startedAt, mode, minutes }
    return { ...run, terminalId, by: name(), settledAt: null, at: clock.now() }
  }

  #hello(): Extract<PeerMessage, { word: 'hello' }> {
    const { terminalId, name, ownRuns } = this.#deps
    const runs = ownRuns().map((run) => ({ ...this.#runOf(run), at: Date.parse(run.startedAt) }))
    const others = this.#reservations.all().filter((run) => run.terminalId !== terminalId)
    return { word: 'hello', terminalId, name: name(), runs, others }
  }

  /** The hub's reservations override the local ones. */
  #applyFromHub({ runs, gone }: ReservationChange): void {
    this.#reservations.remove(gone)
    for (const run of runs) this.#reservations.recordFromHub(run)
    this.#deps.onChange()
  }

  /** Sends a change of the reservations to every joined terminal. */
  #broadcastChange({ runs, gone }: ReservationChange): void {
    if (runs.length === 0 && gone.length === 0) return
    this.#election.broadcast({ word: 'runs', runs, gone })
    this.#deps.onChange()
  }

  #welcome(member: Peer, { terminalId, name, runs, others }: Extract<PeerMessage, { word: 'hello' }>): void {
    const own = runs.map((run) => ({ ...run, terminalId, by: name }))
    const change = this.#reservations.syncTerminal(terminalId, own)
    const now = this.#deps.clock.now()
    const added = others.map((run) => this.#reservations.record({ ...run, at: Math.min(run.at, now) }))
    const online = this.#deps.isOnline()
    const welcome = {
      terminalId: this.#deps.terminalId,
      name: this.#deps.name(),
      online,
      runs: this.#reservations.all(),
    }
    member.send({ word: 'welcome', ...welcome })
    this.#peerQueues.sendAllTo(member)
    this.#broadcastChange({ runs: [...change.runs, ...added.flatMap((one) => one.runs)], gone: change.gone })
  }

  #onPeerMessage(member: Peer, message: Exclude<PeerMessage, { word: 'hello' }>): void {
    switch (message.word) {
      case 'take':
        member.send(this.#reserveForPeer(member, message))
        return
      case 'note': {
        const { terminalId, name: by } = member
        this.#broadcastChange(this.#reservations.record({ ...message.run, terminalId, by, at: this.#deps.clock.now() }))
        return
      }
      case 'withdraw': {
        const isOwn = this.#reservations
          .all()
          .some(({ id, terminalId }) => id === message.id && terminalId === member.terminalId)
        if (isOwn) this.#broadcastChange(this.#reservations.remove([message.id]))
        return
      }
      case 'carry':
        void relayForPeer(message.number, message.call, this.#deps).then((answer) => member.send(answer))
        return
      default:
        this.#peerQueues.onPeerMessage(member, message)
    }
  }

  #reserveForPeer(
    { terminalId, name: by }: Peer,
    { number, run: requested, seen, day }: Extract<PeerMessage, { word: 'take' }>,
  ): HubMessage {
    const run = { ...requested, terminalId, by, settledAt: null, at: this.#deps.clock.now() }
    const holder = this.#reservations.holderFor(run, seen)
    if (holder) return { word: 'busy', number, by: holder.by }
    const ticketNo = this.#numberFor(run.id, day)
    this.#broadcastChange(this.#reservations.record(run))
    return { word: 'taken', number, ticketNo }
  }

  /** The ticket number of an order, the same for a repeated request; empty where this computer cannot store it. */
  #numberFor(id: string, day: string): string {
    const existing = this.#numbers.get(id)
    if (existing) return existing
    try {
      const ticketNo = this.#deps.nextNumber(day)
      this.#numbers.set(id, ticketNo)
      const [oldest] = this.#numbers.keys()
      if (this.#numbers.size > MAX_REMEMBERED_NUMBERS && oldest !== undefined) this.#numbers.delete(oldest)
      return ticketNo
    } catch (error) {
      this.#deps.log.warn('a ticket number for another terminal cannot be stored', { error })
      return ''
    }
  }
}

const vehicleTaken = (vehicle: string, by: string): AppError =>
  new AppError('sessions.vehicleTaken', { field: 'vehicleId', vehicle, by })
