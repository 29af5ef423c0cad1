import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#shared/core/errors.ts'
import { startTerminal } from '#tests/terminal/harness.ts'

// A terminal that starts rides, which guests pay later, until a line arrives on stdin. It prints each ride that its cashier saw as
// started, then sends what is waiting and ends. The first ride is on the vehicle with the given number: those before it may be out.
const [, , dir = '', serverUrl = '', store = '', first = '0'] = process.argv
const EVERY_MS = 500
const say = (line: string): void => void writeSync(1, `${line}\n`)

const { handlers, enrol, signIn, until, online, close } = await startTerminal({ dir, serverUrl })
await online()
if (store !== '') await enrol(store)
if (!(await handlers.session.current({}))) await signIn()
say('ready')

let isEnding = false
createInterface({ input: process.stdin }).on('line', () => {
  isEnding = true
})

/** A guest's ride on the next vehicle that is in order. */
async function start(turn: number): Promise<void> {
  const found = await handlers.catalogue.read({})
  const rule = found?.rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'BALANCE' && duration > 0)
  const vehicles = found?.vehicles.filter(({ condition }) => condition === 'ready') ?? []
  const vehicleId = vehicles[turn % vehicles.length]?.id ?? ''
  const guest = { consumeVehicleMode: 'timermode', remark: '', racer: '神秘车手', userId: '', people: 1 } as const
  const { id, state } = await handlers.starts.start({ ...guest, ruleId: rule?.id ?? '', vehicleId })
  say(`started ${id} ${state}`)
}

for (let turn = Number(first); !isEnding; turn++) {
  await start(turn).catch((error: unknown) => say(`refused ${error instanceof AppError ? error.code : String(error)}`))
  await pause(EVERY_MS)
}
await online()
await until(
  () => handlers.connection.state({}),
  ({ waiting }) => waiting === 0,
)
await close()
say('sent')
process.exit(0)
