import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { drawn, uuidOf } from './chance.ts'
import type { Shift } from './ledger.ts'
import { demoCoinMachines, demoRules } from './venue.data.ts'

/** The members who bring coins back and have coins counted out, by store. */
const KEEPERS = { A01A01: '0004829737', A01A02: '0005829731' } as const
const MINUTE = 60_000

/** The coin machines of the demo stores; they are online when the demo venue simulates them. */
export async function seedCoinMachines(trx: Transaction, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - 60 * 24 * 60 * MINUTE)
  await trx
    .insertInto('device')
    .values(demoCoinMachines.map((machine) => ({ ...machine, createdBy: 'manager', createdAt })))
    .execute()
}

/** Coins of some shifts: what guests bought in cash, what a member brought back and had counted out again. Some stay in the machine. */
export async function seedCoins(trx: Transaction, shift: Shift): Promise<void> {
  const chance = drawn(`coins ${shift.id}`)
  if (chance >= 110) return
  const at = (part: number): Date =>
    new Date(Math.floor((shift.from.getTime() + part * (shift.until.getTime() - shift.from.getTime())) / 1000) * 1000)
  const own = chance % 3 === 0
  if (own) await takeBack(trx, shift, 40 + (chance % 5) * 10, at(0.3))
  await countOut(trx, shift, { own, isShort: chance % 4 === 0, at: at(0.6) })
}

async function takeBack(trx: Transaction, { id, orgCode, operator }: Shift, coins: number, at: Date): Promise<void> {
  await sql`
    with given as (
      insert into coin_return (id, org_code, member_id, coins, operator_id, operator_name, terminal_name, business_day, created_at)
        select ${uuidOf(`coin return ${id}`)}, ${orgCode}, m.id, ${coins}, ${operator.id}, ${operator.realname}, '前台',
            business_day(${orgCode}, ${at}), ${at}
          from member m where m.org_code = ${orgCode} and m.physical_card = ${KEEPERS[orgCode as keyof typeof KEEPERS]}
        returning *)
    select post(jsonb_build_object('kind', 'coinIn', 'id', id, 'orgCode', org_code, 'operatorId', operator_id, 'now', created_at),
        jsonb_build_array(jsonb_build_object('account', 'coins', 'member', member_id, 'delta', coins)))
      from given`.execute(trx)
}

/** One output; as in the venue, it is paid and then ended by what its machine has counted. */
async function countOut(
  trx: Transaction,
  { id: shiftId, orgCode, operator, cashier }: Shift,
  { own, isShort, at }: { own: boolean; isShort: boolean; at: Date },
): Promise<void> {
  const id = uuidOf(`coin output ${shiftId}`)
  const machine = demoCoinMachines.find((one) => one.orgCode === orgCode)
  const offers = demoRules.filter((rule) => rule.orgCode === orgCode && rule.coinCount !== undefined)
  const rule = offers[drawn(`offer ${id}`) % offers.length]
  if (!machine || !rule) throw new Error(`no coin machine or rule at ${orgCode}`)
  const { coinCount = 0, coinPrice = 0 } = rule
  const asked = own ? 20 : coinCount
  const amount = own ? 0 : coinPrice
  const counted = isShort ? Math.floor(asked * 0.7) : asked
  await sql`
    insert into coin_output (id, org_code, device_id, device_name, member_id, rule_id, rule_name, pay_mode, pay_state, state, asked, amount,
        business_day, operator_id, operator_name, cashier_id, cashier_name, terminal_name, created_at)
      select ${id}, ${orgCode}, ${machine.id}, ${machine.name},
          case when ${own} then (select m.id from member m where m.org_code = ${orgCode}
            and m.physical_card = ${KEEPERS[orgCode as keyof typeof KEEPERS]}) end,
          case when not ${own} then ${rule.id}::uuid end, ${own ? '' : rule.name}, ${own ? 'coins' : 'cash'}, 'unpaid', 'notIssued',
          ${asked}, ${amount}, business_day(${orgCode}, ${at}), ${operator.id}, ${operator.realname}, ${cashier.id},
          ${cashier.realname}, '前台', ${at}`.execute(trx)
  await sql`
    select pay_coins(o, jsonb_build_array(case o.pay_mode
        when 'coins' then jsonb_build_object('account', 'coins', 'member', o.member_id, 'delta', -o.asked)
        else jsonb_build_object('account', 'cash', 'delta', o.amount) end), ${at})
      from coin_output o where o.id = ${id} and o.org_code = ${orgCode}`.execute(trx)
  const endedAt = new Date(at.getTime() + (isShort ? MINUTE : 1000 * Math.ceil(asked / 5)))
  await sql`select end_coin_output(o, ${counted}, ${endedAt})
    from coin_output o where o.id = ${id} and o.org_code = ${orgCode}`.execute(trx)
}
