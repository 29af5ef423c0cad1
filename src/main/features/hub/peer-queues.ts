import type { Clock } from '#main/core/clocks/clock.ts'
import { AppError } from '#shared/core/errors.ts'
import type { HubLink } from './hub-link.ts'
import type { HubMessage, OwnQueue, PeerMessage, PeerQueue, TransferResult, TransferredEntry } from './messages.ts'
import type { Peer } from './peer-server.ts'

/** The offline queue of a terminal, as the cluster uses it. */
export interface SharedQueue {
  /** Null while this terminal has no snapshot of the store. */
  own(): OwnQueue | null
  /** Transfers an entry to another terminal; a repeated request gets the same result. */
  transfer(id: string, to: string, name: string): TransferResult
  /** The queue of another terminal has changed; null: any of them may have. */
  onPeerQueue(line: PeerQueue | null): void
}

export interface PeerQueuesDeps {
  clock: Clock
  terminalId: string
  name(): string
  /** The connection to the hub, where there is one. */
  link(): HubLink | null
  peers(): Peer[]
}

type Word<From extends { word: string }, Name extends From['word']> = Extract<From, { word: Name }>
interface PendingTransfer {
  /** Id of the terminal that has to answer. */
  owner: string
  answer(handed: TransferResult): void
}

/** Until the queue of this terminal is connected. */
const noQueue: SharedQueue = {
  own: () => null,
  transfer: () => ({ code: 'line.notGiven' }),
  onPeerQueue: () => undefined,
}

/** How long a guest waits for a queue entry to be transferred. */
const TRANSFER_TIMEOUT_MS = 2000
/** Shorter than the transfer timeout, so that the hub answers before the requesting terminal gives up. */
const OWNER_TIMEOUT_MS = 1500

/**
 * The queues of the store's other terminals. Each terminal publishes its own, the hub forwards it, and entries are
 * transferred through the hub. Nothing is stored here: the terminal that has an entry stores it in its own file.
 */
export class PeerQueues {
  readonly #deps: PeerQueuesDeps
  /** The queue of this terminal. */
  #own: SharedQueue = noQueue
  readonly #others = new Map<string, PeerQueue>()
  readonly #pendingTransfers = new Map<number, PendingTransfer>()
  #nextTransfer = 1
  #lastPublished = ''

  constructor(deps: PeerQueuesDeps) {
    this.#deps = deps
  }

  /** Connects the queue of this terminal; before that it has none. */
  connect(own: SharedQueue): void {
    this.#own = own
  }

  /** The queues of the terminals that can be reached. */
  others = (): PeerQueue[] => [...this.#others.values()]

  /** Call when this terminal's own queue may have changed; sends it only if it has. */
  publish(): void {
    if (!this.#deps.link() && this.#deps.peers().length === 0) return
    const line = this.#own.own()
    const serialized = JSON.stringify(line)
    if (!line || serialized === this.#lastPublished) return
    this.#lastPublished = serialized
    this.#deps.link()?.send({ word: 'line', line })
    this.#sendToOthers({ ...line, ...this.#self() })
  }

  /** Takes over an entry of another terminal. Throws `line.noAnswer` after the timeout, or the code of its refusal. */
  async fetchEntry(id: string, from: string): Promise<TransferredEntry> {
    const result = await this.#requestTransfer(id, from)
    if (!result) throw new AppError('line.noAnswer', { by: this.#others.get(from)?.name ?? '' })
    if ('code' in result) throw new AppError(result.code, { ticket: this.#ticketOf(id) })
    return result
  }

  /** This terminal has joined a hub. */
  hubJoined(): void {
    this.#others.clear()
    const line = this.#own.own()
    if (line) this.#deps.link()?.send({ word: 'line', line })
    this.#own.onPeerQueue(null)
  }

  /** The connection to the hub is lost, and with it the other terminals. */
  hubLost(): void {
    this.#others.clear()
    this.#own.onPeerQueue(null)
  }

  /** A terminal has joined this one. */
  sendAllTo(member: Peer): void {
    const line = this.#own.own()
    const queues = line ? [{ ...line, ...this.#self() }, ...this.others()] : this.others()
    for (const one of queues) if (one.terminalId !== member.terminalId) member.send({ word: 'line', line: one })
  }

  /** A terminal that had joined this one has disconnected. */
  peerGone({ terminalId, name }: Peer): void {
    for (const { owner, answer } of [...this.#pendingTransfers.values()])
      if (owner === terminalId) answer({ code: 'line.notGiven' })
    const line = this.#others.get(terminalId)
    // A terminal that has already reconnected has published its queue again.
    if (!line || this.#deps.peers().some((member) => member.terminalId === terminalId)) return
    this.#apply({ ...line, name, places: [] })
    this.#others.delete(terminalId)
  }

  onPeerMessage(
    member: Peer,
    message: Word<PeerMessage, 'line'> | Word<PeerMessage, 'wants'> | Word<PeerMessage, 'gave'>,
  ): void {
    const { terminalId, name } = member
    if (message.word === 'line') this.#apply({ ...message.line, terminalId, name })
    else if (message.word === 'gave') {
      const pending = this.#pendingTransfers.get(message.asked)
      if (pending?.owner === terminalId) pending.answer(message.handed)
    } else {
      const { number, id, from } = message
      const reply = (handed: TransferResult | null) =>
        member.send({ word: 'given', number, handed: handed ?? { code: 'line.notGiven' } })
      void this.#askOwner(id, from, member).then(reply)
    }
  }

  onHubMessage(message: Word<HubMessage, 'line'> | Word<HubMessage, 'give'>): void {
    if (message.word === 'line') this.#apply(message.line)
    else {
      const handed = this.#own.transfer(message.id, message.to, message.name)
      this.#deps.link()?.send({ word: 'gave', asked: message.asked, handed })
    }
  }

  #self() {
    return { terminalId: this.#deps.terminalId, name: this.#deps.name() }
  }

  #apply(line: PeerQueue): void {
    if (line.terminalId === this.#deps.terminalId) return
    this.#others.set(line.terminalId, line)
    this.#sendToOthers(line)
    this.#own.onPeerQueue(line)
  }

  /** Sends a queue to every joined terminal but its owner. */
  #sendToOthers(line: PeerQueue): void {
    for (const member of this.#deps.peers())
      if (member.terminalId !== line.terminalId) member.send({ word: 'line', line })
  }

  async #requestTransfer(id: string, from: string): Promise<TransferResult | null> {
    const link = this.#deps.link()
    if (!link) return this.#askOwner(id, from, this.#self())
    const answer = await link.ask({ word: 'wants', id, from }, TRANSFER_TIMEOUT_MS)
    return answer?.word === 'given' ? answer.handed : null
  }

  /** Asks the owner of an entry, which is this terminal or one that has joined it. Null where it does not answer in time. */
  #askOwner(id: string, from: string, to: Pick<Peer, 'terminalId' | 'name'>): Promise<TransferResult | null> {
    const { clock, peers, terminalId } = this.#deps
    if (from === terminalId) return Promise.resolve(this.#own.transfer(id, to.terminalId, to.name))
    const owner = peers().find((member) => member.terminalId === from)
    if (!owner) return Promise.resolve(null)
    const transferId = this.#nextTransfer++
    return new Promise((resolve) => {
      const done = (handed: TransferResult | null): void => {
        stop()
        this.#pendingTransfers.delete(transferId)
        resolve(handed)
      }
      const stop = clock.after(OWNER_TIMEOUT_MS, () => done(null))
      this.#pendingTransfers.set(transferId, { owner: from, answer: done })
      owner.send({ word: 'give', asked: transferId, id, to: to.terminalId, name: to.name })
    })
  }

  #ticketOf(id: string): string {
    const entries = this.others().flatMap((line) => line.places)
    return entries.find((entry) => entry.id === id)?.ticketNo ?? ''
  }
}
