import { sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import { withStaffSearch } from '#server/core/lists/staff-search.ts'
import type { Transaction } from '#server/db/database.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type CoinMachine, type CoinPayState, coinOutputResource } from '#shared/features/coins/coin-outputs.schema.ts'
import { coinReturnResource } from '#shared/features/coins/coin-returns.contract.ts'

/** A machine that was not heard for this time cannot be asked to count: the copy of the server that heard it may have ended. */
export const FRESH_SECONDS = 30

export const coinOutputTable = crudTable(coinOutputResource, {
  table: 'coinOutput',
  ofStores: true,
  columns: { coinState: 'state', userId: 'memberId', endTime: 'endedAt' },
})

/** The same with the search field for staff. */
export const coinOutputRows = withStaffSearch(coinOutputTable)

export const coinReturnTable = crudTable(coinReturnResource, {
  table: 'coinReturn',
  ofStores: true,
  columns: { userId: 'memberId' },
})

/** The coin machines in scope, or of one store. */
export async function coinMachines(trx: Transaction, orgCode: string | undefined, now: Date): Promise<CoinMachine[]> {
  type Found = Omit<CoinMachine, 'sysOrgCode' | 'sysOrgCode_dictText' | 'seenTime' | 'output'> & {
    orgCode: string
    storeName: string | null
    seenAt: Date | null
    outputId: string | null
    asked: number
    counted: number
    payState: CoinPayState
    operatorName: string
    createdAt: Date
  }
  const { rows } = await sql<Found>`
    select d.id, d.org_code, s.name as store_name, d.name, m.seen_at, m.coins_left, coalesce(m.fault, '') as fault, s.accepts_cash,
        case when exists (select from payment_provider p where p.org_code = d.org_code and p.enabled) then 'YES' else 'NO' end
          as takes_codes,
        coalesce(m.online and m.seen_at >= ${now}::timestamptz - make_interval(secs => ${FRESH_SECONDS}), false) as online,
        o.id as output_id, o.asked, o.counted, o.pay_state, o.operator_name, o.created_at
      from device d
      join store s on s.org_code = d.org_code
      left join coin_machine m on m.device_id = d.id and m.org_code = d.org_code
      left join coin_output o on o.device_id = d.id and o.org_code = d.org_code and o.state = 'notIssued'
      where d.device_type = 'COIN' and (${orgCode ?? null}::text is null or d.org_code = ${orgCode ?? null})
      order by d.org_code, d.name, d.id limit 200`.execute(trx)
  return rows.map(({ orgCode: sysOrgCode, storeName, seenAt, outputId, createdAt, ...row }) => {
    const { id, name, online, coinsLeft, acceptsCash, takesCodes, fault, asked, counted, payState, operatorName } = row
    return {
      id,
      sysOrgCode,
      sysOrgCode_dictText: storeName,
      name,
      online,
      coinsLeft,
      acceptsCash,
      takesCodes,
      fault,
      seenTime: seenAt && toWireTime(seenAt),
      output: outputId
        ? { id: outputId, asked, counted, payState, operatorName, createTime: toWireTime(createdAt) }
        : null,
    }
  })
}

/** What the SQL function `sell_coins` returns. */
export interface SoldCoins {
  orgCode: string
  memberId: string | null
  /** In fen. */
  amount: number
  asked: number
  waits: boolean
}

export async function sellCoins(trx: Transaction, call: object): Promise<SoldCoins> {
  const { rows } = await sql<{ sold: SoldCoins }>`select sell_coins(${JSON.stringify(call)}::jsonb) as sold`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new Error('sell_coins returned nothing')
  return row.sold
}

/** An output that its machine has to count, with the milliseconds that it has left. */
export interface OpenOutput {
  id: string
  deviceId: string
  orgCode: string
  asked: number
  dueAt: Date
}

export const openOutputs = (trx: Transaction): Promise<OpenOutput[]> =>
  trx
    .selectFrom('coinOutput')
    .select(['id', 'deviceId', 'orgCode', 'asked', 'dueAt'])
    .where('state', '=', 'notIssued')
    .where('payState', '=', 'paid')
    .$narrowType<{ dueAt: Date }>()
    .execute()

/** What the SQL function `count_coins` returns. */
export interface CountedCoins {
  orgCode: string
  ended: boolean
  settled: boolean
}

export async function countCoins(
  trx: Transaction,
  {
    id,
    deviceId,
    orgCode,
    counted,
    over,
  }: { id: string; deviceId: string; orgCode: string; counted: number; over: boolean },
  now: Date,
): Promise<CountedCoins> {
  const { rows } = await sql<{ done: CountedCoins }>`
    select count_coins(${id}, ${deviceId}, ${orgCode}, ${counted}, ${over}, ${now}) as done`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('count_coins returned nothing')
  return row.done
}

/** Gives back what was not counted out in time; returns the stores, one for each output. */
export async function endDueCoins(trx: Transaction, now: Date): Promise<string[]> {
  const { rows } = await sql<{ orgCode: string }>`select end_due_coins(${now}) as org_code`.execute(trx)
  return rows.map(({ orgCode }) => orgCode)
}

/** Writes what a machine reports of itself; fields that are left out stay. */
export async function storeMachine(
  trx: Transaction,
  {
    deviceId,
    orgCode,
    ...state
  }: {
    deviceId: string
    orgCode: string
    online: boolean
    coinsLeft?: number | null
    fault?: string
  },
  seenAt: Date,
): Promise<void> {
  const values = { ...state, seenAt }
  await trx
    .insertInto('coinMachine')
    .values({ deviceId, orgCode, coinsLeft: null, ...values })
    .onConflict((conflict) => conflict.constraint('coin_machine_pkey').doUpdateSet(values))
    .execute()
}

interface ScannedOutput {
  id: string
  orgCode: string
}

/** Takes the payment of a scan, once; its machine counts from now on. */
export async function payScannedCoins(
  trx: Transaction,
  { id, orgCode, amount }: ScannedOutput & { amount: number },
  now: Date,
): Promise<void> {
  const lines = JSON.stringify([{ account: 'scan', delta: amount }])
  const { rows } = await sql`
    select pay_coins(o, ${lines}::jsonb, ${now})
      from coin_output o where o.id = ${id} and o.org_code = ${orgCode}`.execute(trx)
  if (rows.length !== 1) throw new Error('the coin output of this payment was not found')
}

/** Ends an output whose payment was closed: nothing was taken, and nothing is counted. */
export async function closeScannedCoins(trx: Transaction, { id, orgCode }: ScannedOutput, now: Date): Promise<void> {
  await trx
    .updateTable('coinOutput')
    .set({ payState: 'closed', state: 'completed', endedAt: now })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where('payState', '=', 'unpaid')
    .execute()
}

interface GivenCoins {
  id: string
  orgCode: string
  memberId: string
  coins: number
  remark: string
  operatorId: string
  operatorName: string
  terminalId: string | null
  createdAt: Date
}

export async function insertCoinReturn(trx: Transaction, given: GivenCoins): Promise<void> {
  const { id, orgCode, memberId, coins, remark, operatorId, operatorName, terminalId, createdAt } = given
  await sql`
    insert into coin_return (id, org_code, member_id, coins, remark, operator_id, operator_name, terminal_id, terminal_name,
        business_day, created_at)
      values (${id}, ${orgCode}, ${memberId}, ${coins}, ${remark}, ${operatorId}, ${operatorName}, ${terminalId},
        coalesce((select t.name from terminal t where t.id = ${terminalId}::uuid and t.org_code = ${orgCode}), ''),
        business_day(${orgCode}, ${createdAt}), ${createdAt})`.execute(trx)
}
