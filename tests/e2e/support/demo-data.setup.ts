import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { NO_SHIFTS, ROOM, WHOLE_PRICES } from '#tests/support/room.ts'
import { startBuiltServer, withOwner } from './built-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder after the first start of the demo; each test copies it. */
    demoData: string
  }
}

/** Creates the demo venue once, as `npm start` does on a new machine. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-demo-'))
  const server = await startBuiltServer(dataDir)
  await withOwner(dataDir, async (owner) => {
    await owner.query(ROOM)
    await owner.query(NO_SHIFTS)
    await owner.query(WHOLE_PRICES)
    // No test cuts the power, so waiting for disk flushes is unnecessary.
    await owner.query('alter database pitlane set synchronous_commit = off')
  })
  await server.stop()
  project.provide('demoData', dataDir)
  return () => rm(dataDir, { recursive: true, force: true })
}
