import type { Transaction } from '#server/db/database.ts'
import { demoStores } from './access.ts'

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

/** The demo chain's accounts are in the sandbox, which sends nothing. */
export async function seedWechat(trx: Transaction, now: Date): Promise<void> {
  const { orgCode } = demoStores.A01
  const pages = JSON.stringify({ store: '', member: '', event: '', promoter: '' })
  const common = { ...ofDemo, orgCode, pages, updatedAt: now }
  await trx
    .insertInto('wechatAccount')
    .values([
      { ...common, kind: 'official', appId: 'wx00000000000000d1' },
      { ...common, kind: 'miniApp', appId: 'wx00000000000000d2' },
    ])
    .execute()
}
