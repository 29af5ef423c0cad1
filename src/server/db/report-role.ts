import type pg from 'pg'

/** The role that statements of reports run as: it reads the tables below, within the scope of the transaction, and nothing else. */
export const REPORT_ROLE = 'pitlane_report'

/** All columns. */
const ALL = '*'

/**
 * What the role may read. Tables with secrets, keys of guests or contact data are missing, or name the columns that have none: no
 * table of users, tokens, devices, payments, messages and faces.
 */
const READABLE: Readonly<Record<string, typeof ALL | readonly string[] | { but: readonly string[] }>> = {
  store: ['id', 'org_code', 'parent_id', 'name', 'kind', 'time_zone', 'day_start_hour', 'status', 'end_time'],
  // A code with several uses is as good as its coupon.
  consume_order: { but: ['coupon_code'] },
  order_line: ALL,
  play_record: ALL,
  run: ALL,
  lap: ALL,
  recharge_order: ALL,
  refund_order: ALL,
  refund_line: ALL,
  ledger_line: ALL,
  member: [
    'id',
    'org_code',
    'nickname',
    'realname',
    'member_level',
    'frozen',
    'gender',
    'birthday',
    'experience',
    'end_time',
    'last_visit_on',
    'merged_into',
    'created_by',
    'created_at',
  ],
  member_level: ALL,
  wallet: ALL,
  wallet_lot: ALL,
  vehicle: ['id', 'org_code', 'name', 'vehicle_type', 'condition', 'index_number', 'seats', 'created_at'],
  vehicle_type: ALL,
  vehicle_hour: ALL,
  upkeep_entry: ALL,
  shift: ALL,
  reservation: [
    'id',
    'org_code',
    'session_id',
    'starts_at',
    'ends_at',
    'state',
    'member_id',
    'people',
    'arrived',
    'rule_id',
    'rule_name',
    'deposit',
    'deposit_state',
    'arrived_at',
    'cancelled_at',
    'cancel_reason',
    'created_at',
  ],
  // A code is as good as its coupon.
  coupon_code: [
    'id',
    'org_code',
    'batch_id',
    'number',
    'member_id',
    'issued_at',
    'valid_until',
    'used_at',
    'voided_at',
    'created_at',
  ],
  coupon_batch: ALL,
  consume_rule: ALL,
  recharge_rule: ALL,
  play_card_rule: ALL,
  product: ALL,
  product_type: ALL,
  gift: ALL,
  gift_type: ALL,
  stock_level: ALL,
  stock_line: ALL,
  event: ALL,
  event_sign_up: ALL,
  ride_comment: ALL,
  day_figure: ALL,
}

/** The role exists already, also because another database of the same PostgreSQL is being set up. */
const EXISTS = ['42710', '23505']
/** An owner that may create no roles; an administrator can create this one. */
const FORBIDDEN = '42501'

/**
 * Creates the role where the owner may, and grants it its tables. Without the role a server works, but runs no statements of reports
 * (`customReport.sqlUnavailable`).
 */
export async function ensureReportRole(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ known: boolean; member: boolean }>(
    `select true as known, pg_has_role('pitlane_app', oid, 'member') as member from pg_roles where rolname = $1`,
    [REPORT_ROLE],
  )
  try {
    if (!rows[0])
      await owner.query(`create role ${REPORT_ROLE} nologin nosuperuser nocreatedb nocreaterole nobypassrls noinherit`)
  } catch (error) {
    const { code = '' } = error as pg.DatabaseError
    if (code === FORBIDDEN) return
    if (!EXISTS.includes(code)) throw error
  }
  try {
    if (!rows[0]?.member) await owner.query(`grant ${REPORT_ROLE} to pitlane_app`)
  } catch (error) {
    // "Tuple concurrently updated": another database of the same PostgreSQL has just granted it.
    if (!['XX000', '23505', FORBIDDEN].includes((error as pg.DatabaseError).code ?? '')) throw error
  }
  const grants: string[] = []
  for (const [table, readable] of Object.entries(READABLE)) {
    const columns = readable === ALL ? '' : `(${(await columnsOf(owner, table, readable)).join(', ')})`
    grants.push(`grant select ${columns} on ${table} to ${REPORT_ROLE}`)
  }
  await owner.query(
    [
      'begin',
      `revoke all on all tables in schema public from ${REPORT_ROLE}`,
      `grant usage on schema public to ${REPORT_ROLE}`,
      ...grants,
      'commit',
    ].join(';'),
  )
}

async function columnsOf(
  owner: pg.Client,
  table: string,
  readable: readonly string[] | { but: readonly string[] },
): Promise<readonly string[]> {
  if (!('but' in readable)) return readable
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and column_name <> all ($2) order by ordinal_position`,
    [table, readable.but],
  )
  return rows.map(({ name }) => name)
}
