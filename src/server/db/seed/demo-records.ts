import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'

const ROWS = [
  {
    orgCode: 'A01A01',
    name: '示例一',
    keyWord: '列表',
    salaryMoney: 650_000,
    sex: '1',
    age: 31,
    birthday: '1995-03-08',
  },
  {
    orgCode: 'A01A01',
    name: '示例二',
    keyWord: '表单',
    salaryMoney: 720_000,
    sex: '2',
    age: 28,
    birthday: '1998-11-20',
  },
  {
    orgCode: 'A01A02',
    name: '示例三',
    keyWord: '数据规则',
    salaryMoney: 580_000,
    sex: '2',
    age: 24,
    birthday: '2002-06-15',
  },
]

/** Rows of the example for integrators, in two stores, so that scope and data rules have something to hide. */
export async function seedDemoRecords(trx: Transaction, now: Date): Promise<void> {
  const rows = ROWS.map((row) => ({ id: newId(), ...row, punchTime: now, createdBy: 'admin', createdAt: now }))
  await trx.insertInto('demoRecord').values(rows).execute()
}
