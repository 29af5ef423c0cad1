import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { makePasswordsQuick, NO_SHIFTS } from '#tests/support/room.ts'
import { startMachines } from './machines.ts'
import type { Programs } from './programs.ts'
import { type ChaosVenue, openVenue } from './venue.ts'

/** Where venues are opened. */
export interface Place {
  /** A new venue; its database goes when it is stopped. */
  open(): Promise<ChaosVenue>
  stop(): Promise<void>
}

type Around = Parameters<typeof openVenue>[2]

const TEMPLATE = 'chaos_template'
const at = (ownerUrl: string, name: string): string => Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href

/** One PostgreSQL for the venues of all jobs. */
export async function openPostgres(programs: Programs): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-chaos-'))
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return openPlace(postgres.ownerUrl, programs, stop)
}

interface ClusterOptions {
  copies: number
  /** How far the clock of a copy may be from the true time, in ms. */
  apart: number
  haveSmallDisks: boolean
  programs: Programs
}

/** Primary, standby, pooler and proxy, for one venue at a time. */
export async function openCluster({ copies, apart, haveSmallDisks, programs }: ClusterOptions): Promise<Place> {
  const machines = await startMachines({ copies, haveSmallDisks })
  return openPlace(machines.ownerUrl, programs, machines.stop, { machines, apart })
}

async function openPlace(
  ownerUrl: string,
  programs: Programs,
  stop: () => Promise<void>,
  around?: Around,
): Promise<Place> {
  try {
    await makeTemplate(ownerUrl)
    await around?.machines.letPoolerIn(at(ownerUrl, TEMPLATE))
  } catch (error) {
    await stop()
    throw error
  }
  let venues = 0
  return {
    async open() {
      const name = `chaos_${++venues}`
      await withClient(ownerUrl, async (client) => {
        await client.query(`create database ${name} template ${TEMPLATE}`)
        // Otherwise sequences of the copy may give numbers again after a failover (docs/cluster.md).
        await client.query('checkpoint')
      })
      const venue = await openVenue((await appLogin(at(ownerUrl, name))).poolUrl, programs, around)
      return {
        ...venue,
        async stop() {
          await venue.stop()
          await withClient(ownerUrl, (client) => client.query(`drop database ${name} with (force)`))
        },
      }
    },
    stop,
  }
}

async function makeTemplate(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) => client.query(`create database ${TEMPLATE}`))
  await prepareDatabase(at(ownerUrl, TEMPLATE))
  const db = openDatabase((await appLogin(at(ownerUrl, TEMPLATE))).poolUrl)
  await seedDemo(db, { withSales: false })
  await db.close()
  await withClient(at(ownerUrl, TEMPLATE), async (owner) => {
    await owner.query(NO_SHIFTS)
    await makePasswordsQuick(owner)
  })
}
