import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#server/db/roles.ts'
import { leadsToPrimary, POOLER_ROLE, setUpPooler, waitFor } from '#tests/cluster/cluster.ts'
import { AUTH_QUERY, type Pooler, startPooler } from '#tests/cluster/pooler.ts'
import { type Node, promote, setSynchronous, startPrimary, startStandby, syncStateOf } from '#tests/cluster/postgres.ts'
import { type HaProxy, startProxy } from '#tests/cluster/proxy.ts'
import { mountSmallDisk, type SmallDisk } from '#tests/support/faults/small-disk.ts'
import { freePort } from '#tests/support/free-port.ts'

/** PostgreSQL with its standby, PgBouncer and HAProxy, which venues use one after the other. */
export interface Machines {
  /** The owner's address of whichever node is the primary. */
  ownerUrl: string
  pooler: Pooler
  proxy: HaProxy
  /** Where the proxy expects the copies of the server. */
  copyPorts: readonly number[]
  /** Called once for the database from which venues are copied. */
  letPoolerIn(databaseUrl: string): Promise<void>
  /** The standby does not answer for a while; commits wait. */
  holdStandby(milliseconds: number): Promise<void>
  /** The standby dies, sales go on without it after some time, and a new one takes its place. */
  loseStandby(patience: number): Promise<void>
  /** The primary dies or stands still, the standby is promoted, and a new one takes the former primary's place. */
  losePrimary(isPaused: boolean, patience: number): Promise<void>
  /** The disk of a node is full for a while. Absent where no disk can be full. */
  fillDisk?(what: FullDisk): Promise<void>
  stop(): Promise<void>
}

interface FullDisk {
  which: 'primary' | 'standby'
  /** Without room for its log too; then the node ends itself. */
  isLogFull: boolean
  milliseconds: number
}

const POOL_SIZE = 40
const WAIT_SECONDS = 5
const FORGET_LOST = 'select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active'
const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Options {
  copies: number
  /** Whether each node has a disk of its own that can be full, which takes the right to mount. */
  haveSmallDisks: boolean
}

/** A node, and its disk if that can be full. */
type NodeOnDisk = Node & { disk: SmallDisk | undefined }

/** Starts them; nothing is flushed to disk, because no fault here cuts the power of both nodes. */
export async function startMachines({ copies, haveSmallDisks }: Options): Promise<Machines> {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-machines-'))
  await chmod(folder, 0o711)
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  const password = randomBytes(24).toString('hex')
  let nodes = 0
  async function newNode(
    begin: (options: Parameters<typeof startPrimary>[0]) => Promise<Node>,
    place?: { port: number; checkPort: number },
  ): Promise<NodeOnDisk> {
    const name = `node${++nodes}`
    const disk = haveSmallDisks ? await mountSmallDisk(join(folder, `${name}.disk`)) : undefined
    const options = { name, folder: join(disk?.folder ?? folder, name), password, fsync: false }
    const node = await begin(place ? { ...options, place } : options)
    const { remove } = node
    return Object.assign(node, {
      disk,
      async remove() {
        await remove()
        await disk?.remove()
      },
    })
  }
  try {
    let primary = await newNode(startPrimary)
    closers.push(() => primary.remove())
    let named = ''
    const isSynchronous = async () => (await syncStateOf(primary, named)) === 'sync'
    async function follow(place?: { port: number; checkPort: number }): Promise<NodeOnDisk> {
      // What a lost standby has not received is of no use to anybody.
      await withClient(primary.ownerUrl, (owner) => owner.query(FORGET_LOST))
      const node = await newNode((options) => {
        named = options.name
        return startStandby(primary, options)
      }, place)
      await setSynchronous(primary, named)
      await waitFor('the synchronous standby', isSynchronous)
      return node
    }
    async function fillDisk({ which, isLogFull, milliseconds }: FullDisk): Promise<void> {
      const node = which === 'primary' ? primary : standby
      await node.disk?.fill()
      // The next line of the log needs a new file, as one sometimes does; the answer may be that there is no room for it.
      const beginFile = () => withClient(primary.ownerUrl, (owner) => owner.query('select pg_switch_wal()'))
      if (isLogFull) await beginFile().catch(() => undefined)
      await delay(milliseconds)
      await node.disk?.makeRoom()
      // It has ended if it could not write its log, and ends again if it was just then recovering.
      await waitFor(`${which} after its disk was full`, async () => {
        await node.start()
        return isSynchronous()
      })
    }
    let standby = await follow()
    closers.push(() => standby.remove())
    const copyPorts: number[] = []
    for (let index = 0; index < copies; index++) copyPorts.push(await freePort())
    const [at, nodesNow] = [await freePort(), [primary, standby]]
    const proxy = await startProxy({ folder: join(folder, 'proxy'), port: at, copies: copyPorts, nodes: nodesNow })
    closers.push(() => proxy.stop())
    const ownerUrl = proxy.onPrimary(primary.ownerUrl)
    await waitFor('the way to the primary', () => leadsToPrimary(ownerUrl))
    const secret = randomBytes(24).toString('hex')
    const pooler = await startPooler({
      folder: join(folder, 'pooler'),
      primary: { host: '127.0.0.1', port: proxy.primaryPort },
      database: '*',
      auth: { user: POOLER_ROLE, password: secret, query: AUTH_QUERY },
      poolSize: POOL_SIZE,
      waitSeconds: WAIT_SECONDS,
    })
    closers.push(() => pooler.kill())
    return {
      ownerUrl,
      pooler,
      proxy,
      copyPorts,
      letPoolerIn: (databaseUrl) => setUpPooler(databaseUrl, secret),
      async holdStandby(milliseconds) {
        standby.pause()
        await delay(milliseconds)
        standby.resume()
        await waitFor('the standby', isSynchronous)
      },
      async loseStandby(patience) {
        await standby.kill()
        await delay(patience)
        await setSynchronous(primary, null)
        await standby.remove()
        standby = await follow({ port: standby.port, checkPort: standby.checkPort })
      },
      async losePrimary(isPaused, patience) {
        if (isPaused) primary.pause()
        else await primary.kill()
        await delay(patience)
        // As a watchdog does: a former primary must not answer any more.
        await primary.kill()
        await promote(standby)
        const former = primary
        primary = standby
        await former.remove()
        // It still names a standby that is gone, and no commit is answered until it goes on alone.
        await setSynchronous(primary, null)
        standby = await follow({ port: former.port, checkPort: former.checkPort })
      },
      ...(haveSmallDisks ? { fillDisk } : {}),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
