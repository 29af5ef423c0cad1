import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { NO_SHIFTS, ROOM, WHOLE_PRICES } from '#tests/support/room.ts'
import { startBuiltServer, withOwner } from './built-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder as the first start of the demo leaves it; every journey copies it. */
    demoData: string
  }
}

/** Makes the demo venue once, as `npm start` does on a bare machine. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-demo-'))
  const server = await startBuiltServer(dataDir)
  await withOwner(dataDir, async (owner) => {
    await owner.query(ROOM)
    await owner.query(NO_SHIFTS)
    await owner.query(WHOLE_PRICES)
    // No journey cuts the power: a disk that is slow to say so is not what they wait for.
    await owner.query('alter database pitlane set synchronous_commit = off')
  })
  await server.stop()
  project.provide('demoData', dataDir)
  return () => rm(dataDir, { recursive: true, force: true })
}
