import type { Clock } from '#main/core/clock.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Member } from './desk.ts'
import type { Link } from './link.ts'
import type { Handed, HandedPlace, HubWord, MemberWord, OtherLine, OwnLine } from './messages.ts'

/** What a terminal's line is to those that it works together with. */
export interface SharedLine {
  /** Null where nothing is known of the store. */
  own(): OwnLine | null
  /** Gives a place away to another terminal, and says the same again to who asks again. */
  give(id: string, to: string, name: string): Handed
  /** The line of another terminal is another than it was; null: those of all of them may be. */
  hear(line: OtherLine | null): void
}

export interface LinesDeps {
  clock: Clock
  terminalId: string
  name(): string
  line: SharedLine
  /** The way to the hub, where there is one. */
  link(): Link | null
  members(): Member[]
}

type Word<From extends { word: string }, Name extends From['word']> = Extract<From, { word: Name }>
interface Asked {
  /** Who has to answer. */
  owner: string
  answer(handed: Handed): void
}

/** How long a guest waits for a place to come from the other end of the hall. */
const WANT_LIMIT = 2000
/** The hub answers whoever wants a place before that one gives up. */
const GIVE_LIMIT = 1500

/**
 * The lines of the store's terminals, side by side: each terminal tells of its own, the hub passes that on, and a place goes from one to
 * another through it. Nothing of it is kept here: whoever has a place has it in its own file.
 */
export class Lines {
  readonly #deps: LinesDeps
  readonly #others = new Map<string, OtherLine>()
  readonly #asked = new Map<number, Asked>()
  #next = 1
  #said = ''

  constructor(deps: LinesDeps) {
    this.#deps = deps
  }

  /** The lines of the others that can be reached. */
  others = (): OtherLine[] => [...this.#others.values()]

  /** This terminal's own line may be another than it was. */
  tell(): void {
    if (!this.#deps.link() && this.#deps.members().length === 0) return
    const line = this.#deps.line.own()
    const said = JSON.stringify(line)
    if (!line || said === this.#said) return
    this.#said = said
    this.#deps.link()?.say({ word: 'line', line })
    this.#spread({ ...line, ...this.#self() })
  }

  /** Takes over a place that another terminal has; throws where that does not give it, or does not answer in time. */
  async want(id: string, from: string): Promise<HandedPlace> {
    const handed = await this.#ask(id, from)
    if (!handed) throw new AppError('line.noAnswer', { by: this.#others.get(from)?.name ?? '' })
    if ('code' in handed) throw new AppError(handed.code, { ticket: this.#ticketOf(id) })
    return handed
  }

  /** The hub was joined. */
  joined(): void {
    this.#others.clear()
    const line = this.#deps.line.own()
    if (line) this.#deps.link()?.say({ word: 'line', line })
    this.#deps.line.hear(null)
  }

  /** The hub is gone, and with it the way to all the others. */
  left(): void {
    this.#others.clear()
    this.#deps.line.hear(null)
  }

  /** A terminal has joined this one. */
  greet(member: Member): void {
    const line = this.#deps.line.own()
    const known = line ? [{ ...line, ...this.#self() }, ...this.others()] : this.others()
    for (const one of known) if (one.terminalId !== member.terminalId) member.say({ word: 'line', line: one })
  }

  /** A terminal that had joined this one is gone. */
  forget({ terminalId, name }: Member): void {
    for (const { owner, answer } of [...this.#asked.values()])
      if (owner === terminalId) answer({ code: 'line.notGiven' })
    const line = this.#others.get(terminalId)
    // Who is back already has told its line anew.
    if (!line || this.#deps.members().some((member) => member.terminalId === terminalId)) return
    this.#hear({ ...line, name, places: [] })
    this.#others.delete(terminalId)
  }

  hearMember(
    member: Member,
    word: Word<MemberWord, 'line'> | Word<MemberWord, 'wants'> | Word<MemberWord, 'gave'>,
  ): void {
    const { terminalId, name } = member
    if (word.word === 'line') this.#hear({ ...word.line, terminalId, name })
    else if (word.word === 'gave') {
      const asked = this.#asked.get(word.asked)
      if (asked?.owner === terminalId) asked.answer(word.handed)
    } else {
      const { number, id, from } = word
      const say = (handed: Handed | null) =>
        member.say({ word: 'given', number, handed: handed ?? { code: 'line.notGiven' } })
      void this.#askOwner(id, from, member).then(say)
    }
  }

  hearHub(word: Word<HubWord, 'line'> | Word<HubWord, 'give'>): void {
    if (word.word === 'line') this.#hear(word.line)
    else {
      const handed = this.#deps.line.give(word.id, word.to, word.name)
      this.#deps.link()?.say({ word: 'gave', asked: word.asked, handed })
    }
  }

  #self() {
    return { terminalId: this.#deps.terminalId, name: this.#deps.name() }
  }

  #hear(line: OtherLine): void {
    if (line.terminalId === this.#deps.terminalId) return
    this.#others.set(line.terminalId, line)
    this.#spread(line)
    this.#deps.line.hear(line)
  }

  /** To all that have joined this terminal but the one whose line it is. */
  #spread(line: OtherLine): void {
    for (const member of this.#deps.members())
      if (member.terminalId !== line.terminalId) member.say({ word: 'line', line })
  }

  async #ask(id: string, from: string): Promise<Handed | null> {
    const link = this.#deps.link()
    if (!link) return this.#askOwner(id, from, this.#self())
    const answer = await link.ask({ word: 'wants', id, from }, WANT_LIMIT)
    return answer?.word === 'given' ? answer.handed : null
  }

  /** Asks whoever has a place: this terminal itself, or one that has joined it. Null where that does not answer. */
  #askOwner(id: string, from: string, to: Pick<Member, 'terminalId' | 'name'>): Promise<Handed | null> {
    const { clock, line, members, terminalId } = this.#deps
    if (from === terminalId) return Promise.resolve(line.give(id, to.terminalId, to.name))
    const owner = members().find((member) => member.terminalId === from)
    if (!owner) return Promise.resolve(null)
    const asked = this.#next++
    return new Promise((resolve) => {
      const done = (handed: Handed | null): void => {
        stop()
        this.#asked.delete(asked)
        resolve(handed)
      }
      const stop = clock.after(GIVE_LIMIT, () => done(null))
      this.#asked.set(asked, { owner: from, answer: done })
      owner.say({ word: 'give', asked, id, to: to.terminalId, name: to.name })
    })
  }

  #ticketOf(id: string): string {
    const places = this.others().flatMap((line) => line.places)
    return places.find((place) => place.id === id)?.ticketNo ?? ''
  }
}
