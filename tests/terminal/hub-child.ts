import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { systemClock } from '#main/core/clocks/clock.ts'
import { startTerminal } from './harness.ts'

// A terminal in a process of its own, so that it can be killed; it says when others have joined it.
const [, , dir = '', serverUrl = '', ahead = '0'] = process.argv
const { handlers, until } = await startTerminal({
  dir,
  serverUrl,
  clock: { ...systemClock, now: () => Date.now() + Number(ahead) },
})
await until(
  () => handlers.connection.state({}),
  ({ hub }) => hub.role === 'hub',
)
writeSync(1, 'ready\n')
// A killed process writes no compiled code for the next.
flushCompileCache()
