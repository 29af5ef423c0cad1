import { sql } from 'kysely'
import type { z } from 'zod'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { WechatTarget } from '#shared/features/wechat/wechat-accounts.schema.ts'
import { wechatQrResource } from '#shared/features/wechat/wechat-qr.contract.ts'

type Row = z.output<typeof wechatQrResource.entity>

/** How many days of scans are shown. */
const SHOWN_DAYS = 30
/** Counted from the days; see `withCounts`. */
const counted = { toWire: () => 0, toColumn: () => undefined }

export const wechatQrTable = crudTable(wechatQrResource, {
  table: 'wechatQr',
  ofStores: true,
  columns: { qrName: 'name', wechatKind: 'kind', wechatTarget: 'target' },
  codecs: { scanCount: counted, followCount: counted },
  complete: withCounts,
})

async function withCounts(trx: Transaction, rows: readonly Row[]): Promise<Row[]> {
  const counts = await trx
    .selectFrom('wechatQrDay')
    .select(['qrId', sql<number>`sum(scans)`.as('scans'), sql<number>`sum(follows)`.as('follows')])
    .where(
      'qrId',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('qrId')
    .execute()
  const countOf = new Map(counts.map((one) => [one.qrId, one]))
  return rows.map((row) => {
    const { scans = 0, follows = 0 } = countOf.get(row.id) ?? {}
    return { ...row, scanCount: scans, followCount: follows }
  })
}

/** The picture of a mini-app code. Throws `common.recordNotFound` if there is none. */
export async function pictureOf(trx: Transaction, id: string): Promise<Buffer> {
  const row = await trx.selectFrom('wechatQrPicture').select('picture').where('qrId', '=', id).executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row.picture
}

interface QrDay {
  day: string
  scans: number
  follows: number
}

/** The last days of a code with their scans, days without one included. */
export async function daysOf(trx: Transaction, id: string, now: Date): Promise<QrDay[]> {
  const { rows } = await sql<QrDay>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(c.scans, 0)::integer as scans, coalesce(c.follows, 0)::integer as follows
      from wechat_qr q
      cross join generate_series(0, ${SHOWN_DAYS - 1}::integer) ago
      cross join lateral (select business_day(q.org_code, ${now}) - ago as day) d
      left join wechat_qr_day c on c.qr_id = q.id and c.org_code = q.org_code and c.day = d.day
      where q.id = ${id}
      order by d.day`.execute(trx)
  return rows
}

interface Scan {
  accountOrgCode: string
  appId: string
  scene: string
  isFollow: boolean
  at: Date
}

export interface ScannedCode {
  orgCode: string
  target: WechatTarget
  targetId: string
  scene: string
}

/**
 * Counts a scan of a code on its store's business day. Returns the code; null if no code has this scene. The transaction must see the
 * account's stores.
 */
export async function countScan(
  trx: Transaction,
  { accountOrgCode, appId, scene, isFollow, at }: Scan,
): Promise<ScannedCode | null> {
  const code = await findByScene(trx, { accountOrgCode, appId, scene })
  if (!code) return null
  await sql`
    insert into wechat_qr_day as d (qr_id, day, org_code, scans, follows)
      values (${code.id}, business_day(${code.orgCode}, ${at}), ${code.orgCode}, 1, ${isFollow ? 1 : 0})
    on conflict (qr_id, day, org_code) do update
      set scans = d.scans + 1, follows = d.follows + excluded.follows`.execute(trx)
  return code
}

/** The code with a scene of an account; null if there is none. */
export const findByScene = async (
  trx: Transaction,
  { accountOrgCode, appId, scene }: Pick<Scan, 'accountOrgCode' | 'appId' | 'scene'>,
) =>
  (await trx
    .selectFrom('wechatQr')
    .select(['id', 'orgCode', 'target', 'targetId', 'scene'])
    .where('accountOrgCode', '=', accountOrgCode)
    .where('appId', '=', appId)
    .where('scene', '=', scene)
    .executeTakeFirst()) ?? null
