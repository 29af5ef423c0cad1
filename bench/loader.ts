import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answer, Job } from './load.ts'
import type { Round } from './stats.ts'

/** The load generator: a separate process, so that it and the measured server do not block each other. */
export interface Loader {
  run(job: Job): Promise<Round>
  stop(): void
}

export function startLoader(): Loader {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'), [], { serialization: 'advanced' })
  const exited = once(child, 'exit').then(() => {
    throw new Error('the load generator ended')
  })
  exited.catch(() => undefined)
  return {
    async run(job) {
      const answered = once(child, 'message') as Promise<[Answer]>
      child.send(job)
      const [answer] = await Promise.race([answered, exited])
      if ('failure' in answer) throw new Error(`the load generator: ${answer.failure}`)
      return answer.round
    },
    stop: () => child.disconnect(),
  }
}
