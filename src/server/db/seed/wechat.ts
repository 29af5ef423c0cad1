import type { Transaction } from '#server/db/database.ts'
import { demoStores } from './access.ts'

const id = (number: number): string => `01900000-0000-7000-8024-${String(number).padStart(12, '0')}`
const OFFICIAL = 'wx00000000000000d1'
const MINI_APP = 'wx00000000000000d2'
const DAY_MS = 86_400_000
const SCANNED_DAYS = 30

const codes = [
  { name: '前门海报', scene: 'front-door', target: 'store' as const },
  { name: '收银台台卡', scene: 'counter', target: 'member' as const },
]

const ofDemo = {
  enabled: true,
  sandbox: true,
  keysSealed: '',
  callbackMode: 'safe' as const,
  jsPages: [],
  menu: '[]',
  menuPublishedAt: null,
  templates: '[]',
}

/** The demo chain's accounts are in the sandbox, which sends nothing; a store has two codes with a month of scans. */
export async function seedWechat(trx: Transaction, now: Date): Promise<void> {
  const { orgCode } = demoStores.A01
  const pages = JSON.stringify({ store: '', member: '', event: '', promoter: '' })
  const common = { ...ofDemo, orgCode, pages, updatedAt: now }
  await trx
    .insertInto('wechatAccount')
    .values([
      { ...common, kind: 'official', appId: OFFICIAL },
      { ...common, kind: 'miniApp', appId: MINI_APP },
    ])
    .execute()
  const store = demoStores.A01A01.orgCode
  const rows = codes.map(({ scene, ...code }, index) => ({
    ...code,
    id: id(index + 1),
    orgCode: store,
    kind: 'official' as const,
    appId: OFFICIAL,
    accountOrgCode: orgCode,
    scene,
    targetId: '',
    content: `https://sandbox.invalid/?scene=${scene}`,
    remark: '',
    createdBy: 'manager',
    createdAt: new Date(now.getTime() - SCANNED_DAYS * DAY_MS),
    updatedBy: null,
    updatedAt: null,
  }))
  await trx.insertInto('wechatQr').values(rows).execute()
  const days = rows.flatMap(({ id: qrId }, code) =>
    Array.from({ length: SCANNED_DAYS }, (_, ago) => ({
      qrId,
      orgCode: store,
      day: new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10),
      // Some days have more, without chance, so that each demo is the same.
      scans: ((ago * 7 + code * 3) % 11) + 2,
      follows: (ago + code) % 3,
    })),
  )
  await trx.insertInto('wechatQrDay').values(days).execute()
}
