import { expect, it } from 'vitest'
import { SNAPSHOT_PARTS, type Snapshot, type SnapshotChanges } from '#shared/features/terminals/snapshot.schema.ts'
import { FakeClock } from '#tests/support/escpos/index.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { createSnapshotKeeper, type News } from './snapshot.ts'

const silent = () => undefined
const marks = Object.fromEntries(SNAPSHOT_PARTS.map((part) => [part, `as it was: ${part}`]))
const whole = (): Snapshot => ({ ...venue.snapshot(), marks })

/** A keeper at a server that tells whole parts, or what it is given; and the marks that it was asked with. */
function keeperAt(answers: SnapshotChanges[], news: Partial<News> = {}) {
  const asked: Snapshot['marks'][] = []
  const { vehicles } = venue.snapshot()
  const clock = new FakeClock()
  let changed: () => void = silent
  const keeper = createSnapshotKeeper({
    protect: { encrypt: (text) => Buffer.from(text), decrypt: (sealed) => sealed.toString() },
    clock,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    orgCode: () => venue.orgCode,
    async fetchChanges(known) {
      asked.push(known)
      return answers.shift() ?? whole()
    },
    fetchNews: async () => ({ vehicles, rules: [], openHung: 0, openTrials: 0, ...news }),
    write: silent,
    onChange: () => changed(),
  })
  const hearNews = () =>
    new Promise<void>((resolve) => {
      changed = resolve
      keeper.announce('news')
      clock.advance(1000)
    })
  return { keeper, asked, hearNews }
}

it('asks for everything first, and then for what is not as it has it, and keeps the rest', async () => {
  const [first] = whole().rules
  const rules = first ? [{ ...first, price: 77 }] : []
  const takenAt = new Date(0).toISOString()
  const { keeper, asked } = keeperAt([whole(), { takenAt, marks: { ...marks, rules: 'another' }, rules }])
  await keeper.refresh()
  await keeper.refresh()
  expect(asked).toEqual([{}, marks])
  expect(keeper.current()).toEqual({ ...whole(), takenAt, rules, marks: { ...marks, rules: 'another' } })
})

it('asks anew for what it has changed by the news of a push, which is not what the server has marked', async () => {
  const [first] = whole().rules
  const { store: _, vehicles: __, ...untouched } = marks
  const vehicles = keeperAt([whole()])
  const { rules: ___, ...others } = untouched
  const counted = keeperAt([whole()], { rules: first ? [first] : [] })
  for (const { keeper, hearNews } of [vehicles, counted]) {
    await keeper.refresh()
    await hearNews()
    await keeper.refresh()
  }
  expect([vehicles.asked[1], counted.asked[1]]).toEqual([untouched, others])
})
