import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#main/core/clocks/clock.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import { startTerminal } from '#tests/terminal/harness.ts'
import { limitedDisk } from '#tests/terminal/small-disk.ts'
import { chanceOf } from '#tests/walks/random.ts'

// A counter that sells at random until it is killed; reports each sale that its cashier would have seen as done. Each line on
// stdin is a fault: `clock` moves its computer's clock by so many ms, `disk` is full for so many ms.
const [, , dir = '', serverUrl = '', seed = '0', ahead = '0', ...members] = process.argv
const chance = chanceOf(Number(seed))

const say = (line: string): void => void writeSync(1, `${line}\n`)

const disk = limitedDisk(dir)
let setBy = Number(ahead)
createInterface({ input: process.stdin }).on('line', (line) => {
  const [fault, how] = line.split(' ')
  if (fault === 'clock') setBy += Number(how)
  if (fault === 'disk') {
    disk.fill()
    setTimeout(disk.empty, Number(how))
  }
})

const { handlers } = await startTerminal({
  dir,
  serverUrl,
  clock: { ...systemClock, now: () => Date.now() + setBy },
})
say('ready')
// A killed process saves no compiled code for the next one.
flushCompileCache()

const kinds = {
  hung: { type: 'BALANCE', isMember: false, pays: undefined },
  held: { type: 'BALANCE', isMember: true, pays: undefined },
  cash: { type: 'NOCARDCONSUME', isMember: false, pays: 'cash' },
  value: { type: 'BALANCE', isMember: true, pays: 'wallets' },
} as const

type Catalogue = NonNullable<Awaited<ReturnType<typeof handlers.catalogue.read>>>

function ruleOf({ rules }: Catalogue, type: ConsumeType): string {
  const suits = ({ consumeTypeRole, duration, price }: Catalogue['rules'][0]) =>
    consumeTypeRole === type && duration > 0 && price > 0
  return chance.oneOf(rules.filter(suits)).id
}

type Told = Pick<StartOutcome, 'id' | 'ticketNo' | 'isTicketOwed'>
const sayDone = (kind: string, { id, ticketNo, isTicketOwed = false }: Told): void =>
  say(`done ${id} ${ticketNo} ${kind} ${isTicketOwed ? 'owed' : ''}`)

const vehicleOf = ({ vehicles }: Catalogue): string =>
  chance.oneOf(vehicles.filter(({ condition }) => condition === 'ready')).id

async function sell(): Promise<void> {
  const catalogue = await handlers.catalogue.read({})
  if (!catalogue) return
  const { online } = await handlers.connection.state({})
  // While the server is known to be online, the terminal may not take cash and value by itself.
  const offered =
    online && chance.happens(0.95) ? (['hung', 'held'] as const) : (['hung', 'held', 'cash', 'value'] as const)
  const name = chance.oneOf(offered)
  const { type, isMember, pays } = kinds[name]
  const ruleId = ruleOf(catalogue, type)
  const userId = isMember ? chance.oneOf(members) : ''
  if (isMember) await handlers.members.find({ id: userId })
  const vehicleId = vehicleOf(catalogue)
  const fields = {
    consumeVehicleMode: 'timermode',
    ruleId,
    remark: '',
    racer: name,
    vehicleId,
    userId,
    people: 1,
  } as const
  sayDone(name, await handlers.starts.start({ ...fields, pays }))
}

/** A guest is queued, or a queued guest rides. */
async function useLine(): Promise<void> {
  const waiting = (await handlers.offlineQueue.list({})).filter(({ state }) => state !== 'paying')
  const catalogue = await handlers.catalogue.read({})
  if (!catalogue) return
  if (waiting.length === 0 || chance.happens(0.4)) {
    const ruleId = ruleOf(catalogue, 'BALANCE')
    const fields = { consumeVehicleMode: 'timermode', ruleId, remark: '', racer: 'line', vehicleId: '' } as const
    await handlers.offlineQueue.join({ ...fields, userId: '', people: 1, id: newId() })
    say('joined')
    return
  }
  const place = chance.oneOf(waiting)
  if (place.state === 'expired') await handlers.offlineQueue.restore({ id: place.id })
  const vehicleId = vehicleOf(catalogue)
  const ride = { ...(place.fields as StartFields), vehicleId, id: place.startId }
  sayDone('hung', await handlers.starts.start(ride))
}

const ofCashier = { cashierId: null, doPrint: 'NO' } as const

/** Shift actions of a cashier; with the server online the terminal has no part in them. */
async function useDrawer(): Promise<void> {
  const { shift, isKnown } = await handlers.shifts.here({})
  if (!isKnown) return
  const id = newId()
  const act = shift ? chance.oneOf(['cashIn', 'cashOut', 'close'] as const) : 'open'
  const remark = act === 'open' ? '' : 'chaos'
  await handlers.shifts.act({
    id,
    act,
    shiftId: shift?.id ?? null,
    amount: chance.between(1, 90),
    remark,
    ...ofCashier,
  })
  say(`acted ${id} ${act} ${shift?.id ?? ''}`)
}

for (;;) {
  await pause(chance.below(100))
  const work = chance.happens(0.2) ? useDrawer : chance.happens(0.2) ? useLine : sell
  // A refusal is a valid answer; this looks for anything else.
  await work().catch((error: unknown) => {
    if (error instanceof AppError) say(`refused ${error.code}`)
    else say(`error ${String(error)}`)
  })
}
