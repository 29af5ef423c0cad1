import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { FACE_MODEL, TEMPLATE_BYTES, templateOf } from '#shared/features/faces/face-template.calc.ts'
import { memberFaces } from '#shared/features/faces/member-faces.contract.ts'
import type { Bench } from './bench.ts'
import type { RawRequest } from './http-connection.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type SignedInAs, type Site, settle } from './site.ts'
import type { Round } from './stats.ts'

const FACES = 5000
const FACES_IN_QUICK = 500
const STORE = 'A01A01'
const CONNECTIONS = 4
/** As many as a user has at once; the count is reset between the rounds. */
const SEARCHES = 18

const BARE = `select f.member_id, f.template_sealed from face_template f join member m on m.id = f.member_id and m.org_code = f.org_code
  where f.org_code = '${STORE}' and f.model = '${FACE_MODEL}'`

/** The template of an invented face. */
const faceOf = (seed: number): string => {
  const numbers = Array.from({ length: TEMPLATE_BYTES }, (_, at) => Math.sin(seed * 7919 + at * (seed + 1.7)))
  return Buffer.from(new Uint8Array(templateOf(numbers).buffer)).toString('base64')
}

/** One identification among 5,000 templates, against reading the same rows. */
export async function facesBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_faces')
  const total = quick ? FACES_IN_QUICK : FACES
  try {
    const cashier = await site.signIn('cashier')
    const agreementId = await publishConsent(site)
    await addMembers(site, total)
    await loader.run({
      kind: 'requests',
      url: site.server.url,
      connections: CONNECTIONS,
      requests: Array.from({ length: total }, (_, at) => enrolment(at, agreementId, cashier)),
    })
    await settle(site.owner)
    const { rows } = await site.owner.query(BARE)
    if (rows.length !== total) throw new Error(`${rows.length} of ${total} faces were enrolled`)
    const done: Record<'search' | 'bare', Round[]> = { search: [], bare: [] }
    const search: RawRequest = {
      method: 'POST',
      path: `/api${memberFaces.identify.path}`,
      headers: cashier.headers,
      body: JSON.stringify({ model: FACE_MODEL, faceTemplate: faceOf(7) }),
    }
    for (let round = -1; round < rounds; round++) {
      await site.owner.query('delete from login_guard')
      const requests = Array.from({ length: SEARCHES }, () => search)
      const measured = await loader.run({ kind: 'requests', url: site.server.url, connections: 1, requests })
      const statements = requests.map(() => ({ text: BARE }))
      const bare = await loader.run({ kind: 'statements', url: site.ownerUrl, connections: 1, statements })
      if (round >= 0) {
        done.search.push(measured)
        done.bare.push(bare)
      }
    }
    return [
      {
        benchmark: 'faces',
        title: `a face among ${total} templates, ${rounds} rounds of ${SEARCHES}`,
        unit: 'ms',
        subject: seriesOf('POST identify through HTTP', done.search, 'ms'),
        baselines: [seriesOf('reading the encrypted templates by pg', done.bare, 'ms')],
      },
    ]
  } finally {
    await site.close()
  }
}

/** Switches the search on and publishes a text; returns its id. */
async function publishConsent({ owner }: Site): Promise<string> {
  const id = newId()
  await owner.query(`update store set face_search = 'YES' where org_code = $1`, [STORE])
  await owner.query(
    `insert into agreement (id, org_code, kind, version, title_zh, content_zh, published_at, created_by, created_at)
       values ($1, $2, 'face', 1, 'bench', 'bench', now(), 'bench', now())`,
    [id, STORE],
  )
  return id
}

const numberOf = (at: number): string => `F${String(at).padStart(7, '0')}`

const addMembers = ({ owner }: Site, total: number) =>
  owner.query(
    `insert into member (id, org_code, nickname) select 'F' || lpad(n::text, 7, '0'), $1, 'bench'
       from generate_series(0, $2::integer - 1) n`,
    [STORE, total],
  )

const enrolment = (at: number, agreementId: string, { headers }: SignedInAs): RawRequest => ({
  method: 'POST',
  path: `/api${memberFaces.enrol.path}`,
  headers: { ...headers, [IDEMPOTENCY_HEADER]: newId() },
  body: JSON.stringify({
    userId: numberOf(at),
    agreementId,
    strokes: 'M10 20L30 40L50 60M70 80L90 99',
    model: FACE_MODEL,
    faceTemplate: faceOf(at),
  }),
})
