import { expect, it } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { attemptPrint } from './print-attempt.ts'
import { type PrintQueues, queueTransport } from './queue.transport.ts'

const options = { answers: true, hasAnswered: false, isSilent: false, baudRate: 19_200, clock: systemClock }
const bytes = Buffer.from('A008\n')

function queuesWith(print: PrintQueues['print']): () => PrintQueues {
  return () => ({ list: async () => ['till'], print })
}

it('passes a job to the queue of the operating system once, with the outcome sent', async () => {
  const jobs: [string, string][] = []
  const queues = queuesWith(async (queue, _title, sent) => jobs.push([queue, sent.toString()]))
  expect(await attemptPrint(queueTransport('till', queues), bytes, options)).toMatchObject({ outcome: 'sent' })
  expect(jobs).toEqual([['till', 'A008\n']])
})

it('is not-sent if the queue or the addon is missing, and unknown if the spooler fails midway', async () => {
  const gone = queueTransport(
    'office',
    queuesWith(async () => 1),
  )
  expect(await attemptPrint(gone, bytes, options)).toMatchObject({ outcome: 'not-sent', detail: 'unreachable' })
  const without = queueTransport('till', () => {
    throw new Error('not built')
  })
  expect(await attemptPrint(without, bytes, options)).toMatchObject({ outcome: 'not-sent', detail: 'unreachable' })
  const broken = queueTransport(
    'till',
    queuesWith(() => Promise.reject(new Error('the spooler broke off'))),
  )
  expect(await attemptPrint(broken, bytes, options)).toMatchObject({ outcome: 'unknown', detail: 'cut-off' })
})
