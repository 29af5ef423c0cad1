import type { Clock } from '#main/core/clock.ts'
import { AppError } from '#shared/core/errors.ts'
import type { HubLink } from './hub-link.ts'
import type { HubMessage, OwnQueue, PeerMessage, PeerQueue, TransferResult, TransferredEntry } from './messages.ts'
import type { Peer } from './peer-server.ts'

/** What a terminal's line is to those that it works together with. */
export interface SharedQueue {
  /** Null where nothing is known of the store. */
  own(): OwnQueue | null
  /** Gives a place away to another terminal, and says the same again to who asks again. */
  transfer(id: string, to: string, name: string): TransferResult
  /** The line of another terminal is another than it was; null: those of all of them may be. */
  onPeerQueue(line: PeerQueue | null): void
}

export interface PeerQueuesDeps {
  clock: Clock
  terminalId: string
  name(): string
  queue: SharedQueue
  /** The way to the hub, where there is one. */
  link(): HubLink | null
  peers(): Peer[]
}

type Word<From extends { word: string }, Name extends From['word']> = Extract<From, { word: Name }>
interface PendingTransfer {
  /** Who has to answer. */
  owner: string
  answer(handed: TransferResult): void
}

/** How long a guest waits for a place to come from the other end of the hall. */
const TRANSFER_TIMEOUT_MS = 2000
/** The hub answers whoever wants a place before that one gives up. */
const OWNER_TIMEOUT_MS = 1500

/**
 * The lines of the store's terminals, side by side: each terminal tells of its own, the hub passes that on, and a place goes from one to
 * another through it. Nothing of it is kept here: whoever has a place has it in its own file.
 */
export class PeerQueues {
  readonly #deps: PeerQueuesDeps
  readonly #others = new Map<string, PeerQueue>()
  readonly #asked = new Map<number, PendingTransfer>()
  #next = 1
  #said = ''

  constructor(deps: PeerQueuesDeps) {
    this.#deps = deps
  }

  /** The lines of the others that can be reached. */
  others = (): PeerQueue[] => [...this.#others.values()]

  /** This terminal's own line may be another than it was. */
  publish(): void {
    if (!this.#deps.link() && this.#deps.peers().length === 0) return
    const line = this.#deps.queue.own()
    const said = JSON.stringify(line)
    if (!line || said === this.#said) return
    this.#said = said
    this.#deps.link()?.send({ word: 'line', line })
    this.#spread({ ...line, ...this.#self() })
  }

  /** Takes over a place that another terminal has; throws where that does not give it, or does not answer in time. */
  async fetchEntry(id: string, from: string): Promise<TransferredEntry> {
    const handed = await this.#ask(id, from)
    if (!handed) throw new AppError('line.noAnswer', { by: this.#others.get(from)?.name ?? '' })
    if ('code' in handed) throw new AppError(handed.code, { ticket: this.#ticketOf(id) })
    return handed
  }

  /** The hub was joined. */
  hubJoined(): void {
    this.#others.clear()
    const line = this.#deps.queue.own()
    if (line) this.#deps.link()?.send({ word: 'line', line })
    this.#deps.queue.onPeerQueue(null)
  }

  /** The hub is gone, and with it the way to all the others. */
  hubLost(): void {
    this.#others.clear()
    this.#deps.queue.onPeerQueue(null)
  }

  /** A terminal has joined this one. */
  sendAllTo(member: Peer): void {
    const line = this.#deps.queue.own()
    const known = line ? [{ ...line, ...this.#self() }, ...this.others()] : this.others()
    for (const one of known) if (one.terminalId !== member.terminalId) member.send({ word: 'line', line: one })
  }

  /** A terminal that had joined this one is gone. */
  peerGone({ terminalId, name }: Peer): void {
    for (const { owner, answer } of [...this.#asked.values()])
      if (owner === terminalId) answer({ code: 'line.notGiven' })
    const line = this.#others.get(terminalId)
    // Who is back already has told its line anew.
    if (!line || this.#deps.peers().some((member) => member.terminalId === terminalId)) return
    this.#hear({ ...line, name, places: [] })
    this.#others.delete(terminalId)
  }

  onPeerMessage(
    member: Peer,
    word: Word<PeerMessage, 'line'> | Word<PeerMessage, 'wants'> | Word<PeerMessage, 'gave'>,
  ): void {
    const { terminalId, name } = member
    if (word.word === 'line') this.#hear({ ...word.line, terminalId, name })
    else if (word.word === 'gave') {
      const asked = this.#asked.get(word.asked)
      if (asked?.owner === terminalId) asked.answer(word.handed)
    } else {
      const { number, id, from } = word
      const say = (handed: TransferResult | null) =>
        member.send({ word: 'given', number, handed: handed ?? { code: 'line.notGiven' } })
      void this.#askOwner(id, from, member).then(say)
    }
  }

  onHubMessage(word: Word<HubMessage, 'line'> | Word<HubMessage, 'give'>): void {
    if (word.word === 'line') this.#hear(word.line)
    else {
      const handed = this.#deps.queue.transfer(word.id, word.to, word.name)
      this.#deps.link()?.send({ word: 'gave', asked: word.asked, handed })
    }
  }

  #self() {
    return { terminalId: this.#deps.terminalId, name: this.#deps.name() }
  }

  #hear(line: PeerQueue): void {
    if (line.terminalId === this.#deps.terminalId) return
    this.#others.set(line.terminalId, line)
    this.#spread(line)
    this.#deps.queue.onPeerQueue(line)
  }

  /** To all that have joined this terminal but the one whose line it is. */
  #spread(line: PeerQueue): void {
    for (const member of this.#deps.peers())
      if (member.terminalId !== line.terminalId) member.send({ word: 'line', line })
  }

  async #ask(id: string, from: string): Promise<TransferResult | null> {
    const link = this.#deps.link()
    if (!link) return this.#askOwner(id, from, this.#self())
    const answer = await link.ask({ word: 'wants', id, from }, TRANSFER_TIMEOUT_MS)
    return answer?.word === 'given' ? answer.handed : null
  }

  /** Asks whoever has a place: this terminal itself, or one that has joined it. Null where that does not answer. */
  #askOwner(id: string, from: string, to: Pick<Peer, 'terminalId' | 'name'>): Promise<TransferResult | null> {
    const { clock, queue: line, peers: members, terminalId } = this.#deps
    if (from === terminalId) return Promise.resolve(line.transfer(id, to.terminalId, to.name))
    const owner = members().find((member) => member.terminalId === from)
    if (!owner) return Promise.resolve(null)
    const asked = this.#next++
    return new Promise((resolve) => {
      const done = (handed: TransferResult | null): void => {
        stop()
        this.#asked.delete(asked)
        resolve(handed)
      }
      const stop = clock.after(OWNER_TIMEOUT_MS, () => done(null))
      this.#asked.set(asked, { owner: from, answer: done })
      owner.send({ word: 'give', asked, id, to: to.terminalId, name: to.name })
    })
  }

  #ticketOf(id: string): string {
    const places = this.others().flatMap((line) => line.places)
    return places.find((place) => place.id === id)?.ticketNo ?? ''
  }
}
