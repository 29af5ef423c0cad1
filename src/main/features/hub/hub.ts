import type { Clock } from '#main/core/clock.ts'
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
  /** Of the store; null for a terminal that is not enrolled. */
  secret(): Buffer | null
  /** Whether this terminal itself reaches the server. */
  isOnline(): boolean
  /** Its runs that the server does not know yet. */
  ownRuns(): StartedRun[]
  /** The next ticket number of a business day, kept before it is told; throws where it cannot be. */
  nextNumber(day: string): string
  /** The guests whom this terminal has lined up without the server. */
  queue: SharedQueue
  /** Takes a call to the server as it is. */
  send(call: PreparedCall, signal: AbortSignal): Promise<ExchangeAnswer>
  /** Who works together, or what is driven, has changed. */
  onChange(): void
  /** The hub reaches the server: what waits can go. */
  onServerReachable(): void
}

/** How long a customer waits for the hub before the counter goes on alone. */
const RESERVE_TIMEOUT_MS = 2000
const RELAY_TIMEOUT_MS = 9000
/** Numbers that are known again when their order asks once more. */
const REMEMBERED_NUMBERS = 500

/**
 * The terminals of a store work together while the server is away: one of them, the hub, gives out the ticket numbers and the vehicles and
 * keeps their lines in step, and whoever reaches the server passes on what the others have. Without it each goes on alone, as if there were none.
 */
export class Hub {
  readonly #deps: HubDeps
  readonly #board: VehicleReservations
  readonly #meeting: Election
  readonly #lines: PeerQueues
  readonly #numbers = new Map<string, string>()
  /** A sign-in that the server did not take through the hub. */
  #barred = ''

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.#board = new VehicleReservations(() => deps.clock.now())
    const meeting = new Election({
      ...deps,
      hello: () => this.#hello(),
      onWelcome: (welcome) => {
        this.#accept({ runs: welcome.runs, gone: [] })
        this.#lines.hubJoined()
      },
      onHubMessage: (word) => (word.word === 'runs' ? this.#accept(word) : this.#lines.onHubMessage(word)),
      onHubLost: () => this.#lines.hubLost(),
      onPeer: (member, hello) => this.#greet(member, hello),
      onPeerMessage: (member, word) => this.#answer(member, word),
      onPeerGone: (member) => this.#lines.peerGone(member),
    })
    this.#meeting = meeting
    this.#lines = new PeerQueues({ ...deps, link: meeting.link, peers: meeting.peers })
  }

  /** The settings, the secret of the store or the data file have changed. */
  applySettings = (): void => this.#meeting.applySettings()
  close = (): void => this.#meeting.close()
  state = (): HubState => this.#meeting.state()

  /** This terminal reaches the server now, or no longer. */
  publishReachability(): void {
    this.#meeting.broadcast({ word: 'reach', online: this.#deps.isOnline() })
  }

  isOn = (): boolean => this.#deps.settings().mode !== 'off'

  /**
   * Wants a vehicle for a start without the server. Answers the number of its ticket where the hub has given one; refuses when another
   * terminal has the vehicle.
   */
  reserve = async (started: StartedRun, vehicle: string, day: string): Promise<string | null> => {
    if (!this.isOn()) return null
    const run = this.#runOf(started)
    const seen = this.#board.ofVehicle(run.vehicleId)?.id ?? null
    const link = this.#meeting.link()
    if (link) {
      const answer = await link.ask({ word: 'take', run, seen, day }, RESERVE_TIMEOUT_MS)
      if (answer?.word === 'busy') throw vehicleTaken(vehicle, answer.by)
      if (answer?.word === 'taken') {
        this.#accept({ runs: [run], gone: [] })
        return answer.ticketNo || null
      }
      // One customer has waited; the next ones need not.
      this.#meeting.leave('no answer')
    }
    const holder = this.#board.holderFor(run, seen)
    if (holder) throw vehicleTaken(vehicle, holder.by)
    this.#spread(this.#board.record(run))
    return null
  }

  /** A start that took a vehicle could not be kept. */
  withdraw(id: string): void {
    this.#meeting.link()?.send({ word: 'withdraw', id })
    this.#spread(this.#board.remove([id]))
  }

  /** A start was made without asking, or the server has it now. */
  recordRun(started: StartedRun, isSettled: boolean): void {
    if (!this.isOn()) return
    const run = { ...this.#runOf(started), settledAt: isSettled ? this.#deps.clock.now() : null }
    this.#meeting.link()?.send({ word: 'note', run })
    this.#spread(this.#board.record(run))
  }

  /** The lines of the other terminals. */
  peerQueues = (): PeerQueue[] => (this.isOn() ? this.#lines.others() : [])
  /** This terminal's own line may be another than it was. */
  publishQueue = (): void => (this.isOn() ? this.#lines.publish() : undefined)
  /** Takes over a place that another terminal has. */
  fetchQueueEntry = (id: string, from: string): Promise<TransferredEntry> => this.#lines.fetchEntry(id, from)

  /** What the server has told: its runs that are over are so for everybody. */
  applyServerVehicles(toldAt: number, isBusy: (vehicleId: string) => boolean): void {
    if (!this.#meeting.link()) this.#spread(this.#board.remove(this.#board.endedSince(toldAt, isBusy)))
  }

  /** Runs of the other terminals that are not among those that the server has told of; `toldAt` is when it was asked. */
  runs(toldAt: number): LocalRun[] {
    if (!this.isOn()) return []
    const isNews = ({ terminalId, settledAt }: HubRun) =>
      terminalId !== this.#deps.terminalId && (settledAt === null || settledAt > toldAt)
    return this.#board.all().filter((run) => isNews(run) && !this.#board.isOver(run))
  }

  /** Whether what waits here can go to the server through the hub, by a sign-in. */
  canRelay = (token: string): boolean => this.#meeting.hubReachesServer() && token !== this.#barred
  /** The server does not know a sign-in any more; whoever works here without the server is not sent away for that. */
  stopRelayingFor(token: string): void {
    this.#barred = token
  }

  /** Takes a call to the server through the hub. */
  relay = async (call: PreparedCall, signal: AbortSignal): Promise<ExchangeAnswer> => {
    const link = this.#meeting.link()
    if (!link || !this.#meeting.hubReachesServer()) throw new AppError('common.offline')
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
    const what = { id, vehicleId, racer, startedAt, mode, minutes }
    return { ...what, terminalId, by: name(), settledAt: null, at: clock.now() }
  }

  #hello(): Extract<PeerMessage, { word: 'hello' }> {
    const { terminalId, name, ownRuns } = this.#deps
    const runs = ownRuns().map((run) => ({ ...this.#runOf(run), at: Date.parse(run.startedAt) }))
    const others = this.#board.all().filter((run) => run.terminalId !== terminalId)
    return { word: 'hello', terminalId, name: name(), runs, others }
  }

  /** What the hub says is so. */
  #accept({ runs, gone }: ReservationChange): void {
    this.#board.remove(gone)
    for (const run of runs) this.#board.recordFromHub(run)
    this.#deps.onChange()
  }

  /** A change of the board that everybody who joined hears of. */
  #spread({ runs, gone }: ReservationChange): void {
    if (runs.length === 0 && gone.length === 0) return
    this.#meeting.broadcast({ word: 'runs', runs, gone })
    this.#deps.onChange()
  }

  #greet(member: Peer, { terminalId, name, runs, others }: Extract<PeerMessage, { word: 'hello' }>): void {
    const own = runs.map((run) => ({ ...run, terminalId, by: name }))
    const change = this.#board.syncTerminal(terminalId, own)
    const now = this.#deps.clock.now()
    const heard = others.map((run) => this.#board.record({ ...run, at: Math.min(run.at, now) }))
    const online = this.#deps.isOnline()
    const welcome = { terminalId: this.#deps.terminalId, name: this.#deps.name(), online, runs: this.#board.all() }
    member.send({ word: 'welcome', ...welcome })
    this.#lines.sendAllTo(member)
    this.#spread({ runs: [...change.runs, ...heard.flatMap((one) => one.runs)], gone: change.gone })
  }

  #answer(member: Peer, word: Exclude<PeerMessage, { word: 'hello' }>): void {
    switch (word.word) {
      case 'take':
        member.send(this.#give(member, word))
        return
      case 'note': {
        const { terminalId, name: by } = member
        this.#spread(this.#board.record({ ...word.run, terminalId, by, at: this.#deps.clock.now() }))
        return
      }
      case 'withdraw': {
        const isOwn = this.#board.all().some(({ id, terminalId }) => id === word.id && terminalId === member.terminalId)
        if (isOwn) this.#spread(this.#board.remove([word.id]))
        return
      }
      case 'carry':
        void relayForPeer(word.number, word.call, this.#deps).then((answer) => member.send(answer))
        return
      default:
        this.#lines.onPeerMessage(member, word)
    }
  }

  #give(
    { terminalId, name: by }: Peer,
    { number, run: asked, seen, day }: Extract<PeerMessage, { word: 'take' }>,
  ): HubMessage {
    const run = { ...asked, terminalId, by, settledAt: null, at: this.#deps.clock.now() }
    const holder = this.#board.holderFor(run, seen)
    if (holder) return { word: 'busy', number, by: holder.by }
    const ticketNo = this.#numberFor(run.id, day)
    this.#spread(this.#board.record(run))
    return { word: 'taken', number, ticketNo }
  }

  /** One number for an order, however often it asks; empty where this computer cannot keep it. */
  #numberFor(id: string, day: string): string {
    const known = this.#numbers.get(id)
    if (known) return known
    try {
      const made = this.#deps.nextNumber(day)
      this.#numbers.set(id, made)
      const [oldest] = this.#numbers.keys()
      if (this.#numbers.size > REMEMBERED_NUMBERS && oldest !== undefined) this.#numbers.delete(oldest)
      return made
    } catch (error) {
      this.#deps.log.warn('a number for another terminal cannot be kept', { error })
      return ''
    }
  }
}

const vehicleTaken = (vehicle: string, by: string): AppError =>
  new AppError('sessions.vehicleTaken', { field: 'vehicleId', vehicle, by })
