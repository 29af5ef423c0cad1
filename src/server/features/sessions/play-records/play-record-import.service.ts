import { idFrom } from '#server/core/content-id.ts'
import type { Writer } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { toMinor } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import { chargedPeople } from '#shared/features/sessions/charge.calc.ts'
import type { PlayRecordImport } from '#shared/features/sessions/play-record-import.schema.ts'
import { requirePayLater } from './pay-later.repository.ts'

/** Final states, in which no payment is possible. */
const finalStates: ReadonlySet<string> = new Set(['CONSUMED', 'RECHARGED', 'CANCELLED'])

/** A derived id, so that a workbook sent twice adds nothing twice. */
function importId(orgCode: string, { id, createTime, vehicleName, racer, ticketNo }: PlayRecordImport): string {
  return id ? id.toLowerCase() : idFrom(orgCode, createTime, vehicleName, racer, ticketNo)
}

/**
 * Imports a finished ride. It has no run, queue number, hold, order or ledger entry: an import never moves money. Throws
 * `sessions.import*`, `sessions.ruleNotFound` and similar.
 */
export async function importPlayRecord(trx: Transaction, row: PlayRecordImport, { user, at }: Writer): Promise<string> {
  const { orgCode } = user
  if (orgCode === '') throw new AppError('auth.chooseStore')
  await requirePayLater(trx, [orgCode])
  if (!finalStates.has(row.playState)) throw new AppError('sessions.importOpen', { field: 'playState' })
  const createdAt = fromWireTime(row.createTime)
  if (createdAt > at) throw new AppError('sessions.importFuture', { field: 'createTime' })
  const rule = await trx
    .selectFrom('consumeRule')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .where('name', '=', row.roleName)
    .orderBy('active', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (!rule) throw new AppError('sessions.ruleNotFound', { field: 'roleName' })
  const vehicle = await trx
    .selectFrom('vehicle')
    .select(['id', 'name'])
    .where('orgCode', '=', orgCode)
    .where('name', '=', row.vehicleName)
    .orderBy('id')
    .executeTakeFirst()
  if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleName' })
  const memberId = row.userId === '' ? null : row.userId
  if (memberId) {
    const member = trx.selectFrom('member').select('id').where('orgCode', '=', orgCode).where('id', '=', memberId)
    if (!(await member.executeTakeFirst())) throw new AppError('members.notFound', { field: 'userId' })
  }
  const charged = chargedPeople(rule.priceMode, row.people)
  const price = row.price === undefined ? rule.price : toMinor(row.price) / charged
  if (!Number.isInteger(price)) throw new AppError('sessions.importUneven', { field: 'price', people: charged })
  const id = importId(orgCode, row)
  await trx
    .insertInto('playRecord')
    .values({
      id,
      orgCode,
      createdAt,
      state: row.playState,
      ticketNo: row.ticketNo,
      queueNumber: 0,
      memberId,
      racer: row.racer,
      remark: row.remark,
      people: row.people,
      ruleId: rule.id,
      ruleName: rule.name,
      consumeType: rule.consumeType,
      laps: rule.laps,
      minutes: rule.minutes,
      priceMode: rule.priceMode,
      price,
      projectType: rule.projectType,
      runMode: row.consumeVehicleMode,
      vehicleId: vehicle.id,
      vehicleName: vehicle.name,
      operatorId: user.id,
      operatorName: user.realname,
      settledAt: createdAt,
      settledBy: user.id,
    })
    .execute()
  return id
}
