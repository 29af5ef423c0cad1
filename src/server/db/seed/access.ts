import { hash } from '@node-rs/argon2'
import type { Transaction } from '#server/db/database.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'pitlane-demo'

const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Rows of the demo venue that other seeds refer to. */
export const demoStores = {
  A01: { id: id(1), orgCode: 'A01', name: '极速卡丁连锁' },
  A01A01: { id: id(2), orgCode: 'A01A01', name: '极速卡丁·滨江店' },
  A01A02: { id: id(3), orgCode: 'A01A02', name: '极速卡丁·城西店' },
} as const

interface DemoUser {
  id: string
  realname: string
  phone: string
  identity: Identity
  role: string
  stores: readonly (keyof typeof demoStores)[]
  /** Required when this user takes over the counter. */
  counterPassword?: boolean
}

const user = (
  number: number,
  realname: string,
  identity: Identity,
  role: string,
  stores: DemoUser['stores'],
): DemoUser => ({
  id: id(100 + number),
  realname,
  phone: `1390000${String(number).padStart(4, '0')}`,
  identity,
  role,
  stores,
})

export const demoUsers = {
  admin: user(1, '平台管理员', '-1', 'admin', ['A01']),
  hq: user(2, '总部运营', '0', 'hq', ['A01']),
  manager: user(3, '陈店长', '1', 'manager', ['A01A01', 'A01A02']),
  manager2: user(4, '林店长', '1', 'manager', ['A01A02']),
  coach: user(5, '王教练', '2', 'coach', ['A01A01']),
  cashier: user(6, '李小敏', '3', 'cashier', ['A01A01']),
  partner: user(7, '赵合伙', '4', 'partner', ['A01A01']),
  cashier2: { ...user(8, '周晓雯', '3', 'cashier', ['A01A01']), counterPassword: true },
} as const satisfies Record<string, DemoUser>

/** Chain, stores and accounts of the demo venue (design, "The demo venue"). */
export async function seedAccess(trx: Transaction): Promise<void> {
  const { A01, A01A01, A01A02 } = demoStores
  const store = { apps: ['XWHF'], acceptsCash: 'YES' as const, parentId: A01.id }
  await trx
    .insertInto('store')
    .values([
      { ...A01, kind: 'chain', apps: ['XWHF'], acceptsCash: 'YES' },
      { ...A01A01, ...store, queuePrefix: 'A' },
      { ...A01A02, ...store, queuePrefix: 'B' },
    ])
    .execute()
  // The demo venue is in operation, so its setup is complete.
  await trx
    .insertInto('storeSetupSkip')
    .values(
      [A01A01, A01A02].flatMap(({ orgCode }) =>
        (['staff', 'recharge', 'payments', 'terminal', 'printer', 'sale'] as const).map((step) => ({
          orgCode,
          step,
          skippedBy: '',
          skippedAt: new Date(),
        })),
      ),
    )
    .execute()
  // One hash for all, because they have the same password and hashing is slow on purpose.
  const passwordHash = await hash(DEMO_PASSWORD)
  const people = Object.entries(demoUsers as Record<string, DemoUser>)
  await trx
    .insertInto('userAccount')
    .values(
      people.map(([username, { id, realname, phone, identity, counterPassword }]) => ({
        id,
        username,
        passwordHash,
        realname,
        phone,
        identity,
        conPasswordHash: counterPassword ? passwordHash : null,
      })),
    )
    .execute()
  await trx
    .insertInto('userStore')
    .values(people.flatMap(([, one]) => one.stores.map((code) => ({ userId: one.id, storeId: demoStores[code].id }))))
    .execute()
  await trx
    .insertInto('userRole')
    .values(people.map(([, one]) => ({ userId: one.id, roleId: one.role })))
    .execute()
}
