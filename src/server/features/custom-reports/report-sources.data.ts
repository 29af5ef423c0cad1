import { BookDepositState, BookState } from '#shared/features/reservations/reservations.schema.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.schema.ts'
import { OrderPayMode } from '#shared/features/sessions/charge.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import {
  AGE_TEXTS,
  ageGroup,
  businessDay,
  phoneSql,
  type ReportSource,
  type SourceColumn,
  textsOf,
} from './report-source.schema.ts'

const STORE = 'join store s on s.org_code = t.org_code'

const store: SourceColumn = { kind: 'store', label: 'reportColumn.store', sql: 's.name' }
const rows: SourceColumn = { kind: 'number', label: 'reportColumn.rows', sql: '1' }

const text = (label: TextKey, sql: string, join?: string): SourceColumn => ({
  kind: 'text',
  label,
  sql,
  ...(join ? { join } : {}),
})
const number = (label: TextKey, sql: string): SourceColumn => ({ kind: 'number', label, sql })
const money = (label: TextKey, sql: string): SourceColumn => ({ kind: 'money', label, sql })
const flag = (label: TextKey, sql: string): SourceColumn => ({ kind: 'flag', label, sql })
const time = (label: TextKey, sql: string): SourceColumn => ({ kind: 'time', label, sql })
const day = (label: TextKey, at: string): SourceColumn => ({ kind: 'day', label, sql: businessDay(at), at })
const choice = (
  label: TextKey,
  sql: string,
  texts: Readonly<Record<string, TextKey>>,
  join?: string,
): SourceColumn => ({ kind: 'choice', label, sql, texts, ...(join ? { join } : {}) })

const TYPES: Readonly<Record<string, TextKey>> = {
  ...textsOf('type', ConsumeType.options),
  ...textsOf('statistics.type', ['RECHARGE', 'CARD', 'BOOKING', 'COINOUT', 'EVENT']),
  PRODUCT: 'reportType.PRODUCT',
}
const SEX = { ...textsOf('sex', ['1', '2']), '': 'reportAge.unknown' } as const
const PAY_STATES = textsOf('payState', ['nopay', 'paid', 'closed', 'refunding', 'refunded'])
const CONSUME_STATES = PAY_STATES

/** The member of a row, at the store of the row. */
const memberJoin = {
  title: 'reportJoin.member',
  access: 'member:list',
  sql: `left join member m on m.id = t.member_id and m.org_code = t.org_code
    left join member_level ml on ml.code = m.member_level and ml.org_code = m.org_code`,
} as const

const memberColumns = (at: string): Record<string, SourceColumn> => ({
  'member.number': text('reportColumn.memberNumber', 'm.id', 'member'),
  'member.name': text('reportColumn.memberName', `coalesce(nullif(m.realname, ''), m.nickname)`, 'member'),
  'member.phone': { kind: 'text', label: 'reportColumn.phone', sql: phoneSql('m.phone'), join: 'member' },
  'member.level': text('reportColumn.level', `coalesce(ml.name, '')`, 'member'),
  'member.gender': choice('reportColumn.gender', `coalesce(m.gender, '')`, SEX, 'member'),
  'member.age': choice('reportColumn.ageGroup', ageGroup('m.birthday', at), AGE_TEXTS, 'member'),
  'member.since': { ...day('reportColumn.memberSince', 'm.created_at'), join: 'member' },
})

const RULE_JOIN = {
  title: 'reportJoin.rule',
  sql: 'left join consume_rule r on r.id = t.rule_id and r.org_code = t.org_code',
} as const

/** Business with customers by ledger entry: the definitions of the statistics page (docs/figures.md). */
const figures: ReportSource = {
  code: 'figures',
  title: 'reportSource.figures',
  about: 'reportSource.figures.about',
  access: 'statistics:list',
  from: `figure_entries() t ${STORE}
    cross join lateral figure_columns(t.account, t.cause_kind, t.delta, t.is_charge, t.is_recharge) c`,
  period: 'day',
  joins: {
    rule: {
      title: 'reportJoin.rule',
      sql: `left join consume_rule r on r.id::text = t.rule and r.org_code = t.org_code
        left join recharge_rule rr on rr.id::text = t.rule and rr.org_code = t.org_code
        left join play_card_rule pr on pr.id::text = t.rule and pr.org_code = t.org_code`,
    },
    cashier: {
      title: 'reportJoin.cashier',
      sql: `left join user_account u on u.id::text = t.cashier
        left join kiosk k on k.id::text = t.cashier and k.org_code = t.org_code`,
    },
  },
  columns: {
    store,
    rows,
    day: { kind: 'day', label: 'reportColumn.day', sql: 't.day' },
    at: time('reportColumn.at', 't.at'),
    type: choice('reportColumn.type', 't.type', TYPES),
    way: choice('reportColumn.account', 't.account', {
      ...textsOf('ledgerAccount', [
        'cash',
        'scan',
        'coupon',
        'deposit',
        'balance',
        'give',
        'integral',
        'laps',
        'coins',
        'frequency',
        'unlimited',
      ]),
    }),
    'rule.name': text('reportColumn.rule', `coalesce(r.name, rr.name, pr.name, '')`, 'rule'),
    'cashier.name': text('reportColumn.cashier', `coalesce(u.realname, k.name, '')`, 'cashier'),
    revenue: money('statistics.figure.revenue', 'c.cash + c.scan - c.deposit'),
    recharges: money('statistics.figure.recharges', 'c.recharges'),
    guests: money('statistics.figure.guests', 'c.cash + c.scan - c.deposit - c.recharges'),
    cash: money('statistics.figure.cash', 'c.cash'),
    scan: money('statistics.figure.scan', 'c.scan'),
    deposit: money('statistics.figure.deposit', 'c.deposit'),
    refunded: money('statistics.figure.refunded', 'c.refunded'),
    consumption: money(
      'statistics.figure.consumption',
      'c.balance + c.give + c.coupons + c.cash + c.scan - c.deposit - c.recharges',
    ),
    balance: money('statistics.figure.balance', 'c.balance'),
    give: money('statistics.figure.give', 'c.give'),
    coupons: money('statistics.figure.coupons', 'c.coupons'),
    integral: number('statistics.figure.integral', 'c.integral'),
    laps: number('statistics.figure.laps', 'c.laps'),
    coins: number('statistics.figure.coins', 'c.coins'),
    frequency: number('statistics.figure.frequency', 'c.visits'),
    plays: number('statistics.figure.plays', 'c.unlimited'),
  },
}

/** Consume orders that count, as in the statistics: paid, also those that were refunded later, without tests. */
const orders: ReportSource = {
  code: 'orders',
  title: 'reportSource.orders',
  about: 'reportSource.orders.about',
  access: 'consume:list',
  from: `consume_order t ${STORE}`,
  where: `t.state in ('paid', 'refunding', 'refunded') and t.consume_type <> 'TESTCARD'`,
  period: 'day',
  joins: { member: memberJoin, rule: RULE_JOIN },
  columns: {
    store,
    rows,
    day: day('reportColumn.day', 't.paid_at'),
    at: time('reportColumn.paidAt', 't.paid_at'),
    state: choice('reportColumn.state', 't.state', CONSUME_STATES),
    type: choice('reportColumn.type', 't.consume_type', TYPES),
    payMode: choice('reportColumn.payMode', 't.pay_mode', textsOf('orderPayMode', OrderPayMode.options)),
    hasCoupon: flag('reportColumn.hasCoupon', `t.coupon_code <> ''`),
    isMember: flag('reportColumn.isMember', '(t.member_id is not null or t.home_member_id is not null)'),
    cashier: text('reportColumn.cashier', `coalesce(nullif(t.cashier_name, ''), t.operator_name)`),
    terminal: text('reportColumn.terminal', 't.terminal_name'),
    people: number('reportColumn.people', 't.people'),
    rides: number('reportColumn.rides', 'cardinality(t.play_ids)'),
    amount: money('reportColumn.amount', 't.amount'),
    levelOff: money('statistics.figure.discount', `case t.coupon_code when '' then t.discount else 0 end`),
    couponOff: money('statistics.figure.couponOff', `case t.coupon_code when '' then 0 else t.discount end`),
    goods: money('reportColumn.goods', 't.goods'),
    refunded: money('reportColumn.refunded', 't.refunded'),
    net: money('reportColumn.net', 't.amount - t.refunded'),
    'rule.name': text('reportColumn.rule', `coalesce(r.name, t.rule_name)`, 'rule'),
    'rule.project': text('reportColumn.project', `coalesce(r.project_type, '')`, 'rule'),
    ...memberColumns(businessDay('t.paid_at')),
  },
}

/** The share of a ride in the price of its order, without products. */
const RIDE_PRICE = `ride_share(o.amount - o.goods, array_position(o.play_ids, t.id), cardinality(o.play_ids))`

const rides: ReportSource = {
  code: 'rides',
  title: 'reportSource.rides',
  about: 'reportSource.rides.about',
  access: 'playbeforepay:list',
  from: `play_record t ${STORE}
    left join consume_order o on o.id = t.consume_id and o.org_code = t.org_code
    left join lateral (
      select sum(greatest(0, extract(epoch from g.ended_at - g.started_at))) as seconds, sum(g.laps_done) as laps from run g
        where g.play_id = t.id and g.org_code = t.org_code and g.state = 'ENDED'
    ) g on true`,
  where: `t.consume_type <> 'TESTCARD'`,
  period: 'day',
  joins: {
    member: memberJoin,
    vehicle: {
      title: 'reportJoin.vehicle',
      sql: 'left join vehicle v on v.id = t.vehicle_id and v.org_code = t.org_code',
    },
  },
  columns: {
    store,
    rows,
    day: day('reportColumn.day', 't.created_at'),
    at: time('reportColumn.startedAt', 't.created_at'),
    state: choice(
      'reportColumn.state',
      't.state',
      textsOf('reportPlay', ['PENDING', 'RECHARGED', 'CONSUMED', 'ESCAPED', 'CANCELLED', 'NOPAY']),
    ),
    type: choice('reportColumn.type', 't.consume_type', TYPES),
    rule: text('reportColumn.rule', 't.rule_name'),
    racer: text('reportColumn.racer', 't.racer'),
    cashier: text('reportColumn.cashier', `coalesce(nullif(t.cashier_name, ''), t.operator_name)`),
    isOffline: flag('reportColumn.isOffline', 't.offline'),
    people: number('reportColumn.people', 't.people'),
    price: {
      ...money(
        'reportColumn.ridePrice',
        `case when o.state in ('paid', 'refunding', 'refunded') then ${RIDE_PRICE} end`,
      ),
      access: 'consume:list',
    },
    minutes: number('reportColumn.minutes', 'g.seconds / 60'),
    hours: number('reportColumn.hours', 'g.seconds / 3600'),
    laps: number('reportColumn.laps', 'g.laps'),
    'vehicle.name': text('reportColumn.vehicle', `coalesce(v.name, t.vehicle_name)`, 'vehicle'),
    'vehicle.type': text('reportColumn.vehicleType', `coalesce(v.vehicle_type, '')`, 'vehicle'),
    ...memberColumns(businessDay('t.created_at')),
  },
}

const runs: ReportSource = {
  code: 'runs',
  title: 'reportSource.runs',
  about: 'reportSource.runs.about',
  access: 'gamelog:list',
  from: `run t ${STORE} join play_record p on p.id = t.play_id and p.org_code = t.org_code`,
  where: `p.consume_type <> 'TESTCARD'`,
  period: 'day',
  joins: {
    vehicle: {
      title: 'reportJoin.vehicle',
      sql: 'left join vehicle v on v.id = t.vehicle_id and v.org_code = t.org_code',
    },
  },
  columns: {
    store,
    rows,
    day: day('reportColumn.day', 't.started_at'),
    at: time('reportColumn.startedAt', 't.started_at'),
    endedAt: time('reportColumn.endedAt', 't.ended_at'),
    state: choice('reportColumn.state', 't.state', textsOf('reportRun', ['RUNNING', 'ENDED'])),
    rule: text('reportColumn.rule', 'p.rule_name'),
    type: choice('reportColumn.type', 'p.consume_type', TYPES),
    racer: text('reportColumn.racer', 't.racer'),
    minutes: number(
      'reportColumn.minutes',
      `case when t.state = 'ENDED' then greatest(0, extract(epoch from t.ended_at - t.started_at)) / 60 end`,
    ),
    laps: number('reportColumn.laps', 't.laps_done'),
    extended: number('reportColumn.extended', 't.extended'),
    'vehicle.name': text('reportColumn.vehicle', 'v.name', 'vehicle'),
    'vehicle.type': text('reportColumn.vehicleType', `coalesce(v.vehicle_type, '')`, 'vehicle'),
  },
}

const members: ReportSource = {
  code: 'members',
  title: 'reportSource.members',
  about: 'reportSource.members.about',
  access: 'member:list',
  from: `member t ${STORE}`,
  where: 't.merged_into is null',
  period: 'day',
  joins: {
    level: {
      title: 'reportJoin.level',
      sql: 'left join member_level ml on ml.code = t.member_level and ml.org_code = t.org_code',
    },
    promoter: {
      title: 'reportJoin.promoter',
      sql: `left join promoted_member pm on pm.member_id = t.id and pm.org_code = t.org_code
        left join promoter pr on pr.id = pm.promoter_id and pr.org_code = pm.org_code`,
    },
    wallets: {
      title: 'reportJoin.wallets',
      sql: `left join lateral (
        select sum(w.value) filter (where w.kind = 'balance') as balance, sum(w.value) filter (where w.kind = 'give') as give,
            sum(w.value) filter (where w.kind = 'integral') as integral
          from wallet w where w.member_id = t.id and w.org_code = t.org_code
      ) w on true`,
    },
  },
  columns: {
    store,
    rows,
    day: day('reportColumn.joinedOn', 't.created_at'),
    at: time('reportColumn.joinedAt', 't.created_at'),
    number: text('reportColumn.memberNumber', 't.id'),
    name: text('reportColumn.memberName', `coalesce(nullif(t.realname, ''), t.nickname)`),
    phone: { kind: 'text', label: 'reportColumn.phone', sql: phoneSql('t.phone') },
    gender: choice('reportColumn.gender', 't.gender', SEX),
    age: choice('reportColumn.ageGroup', ageGroup('t.birthday', businessDay('now()')), AGE_TEXTS),
    birthMonth: number('reportColumn.birthMonth', 'extract(month from t.birthday)'),
    isFrozen: flag('reportColumn.isFrozen', 't.frozen'),
    lastVisit: { kind: 'day', label: 'reportColumn.lastVisit', sql: 't.last_visit_on' },
    experience: number('reportColumn.experience', 't.experience'),
    'level.name': text('reportColumn.level', `coalesce(ml.name, '')`, 'level'),
    'promoter.source': choice(
      'reportColumn.memberSource',
      `case when pm.id is not null then 'promoter' when coalesce(t.openid, '') <> '' then 'wechat' else 'counter' end`,
      textsOf('reportMemberSource', ['promoter', 'wechat', 'counter']),
      'promoter',
    ),
    'promoter.name': text('reportColumn.promoter', `coalesce(pr.name, '')`, 'promoter'),
    'wallets.balance': { ...money('reportColumn.balance', 'coalesce(w.balance, 0)'), join: 'wallets' },
    'wallets.give': { ...money('reportColumn.give', 'coalesce(w.give, 0)'), join: 'wallets' },
    'wallets.integral': { ...number('reportColumn.integral', 'coalesce(w.integral, 0)'), join: 'wallets' },
  },
}

/** Whether a member came again within so many days, once these days are over or the member has come. */
const again = (days: number): string =>
  `case when t.second_day - t.first_day <= ${days} then 1 when ${businessDay('now()')} - t.first_day > ${days} then 0 end`

/** Members with the days of their first and second visit. */
const visits: ReportSource = {
  code: 'visits',
  title: 'reportSource.visits',
  about: 'reportSource.visits.about',
  access: 'member:list',
  from: `(
      select v.org_code, v.member_id, min(v.day) as first_day, (array_agg(v.day order by v.day))[2] as second_day,
          max(v.day) as last_day, count(*) as days
        from (
          select distinct t.org_code, t.member_id, ${businessDay('t.paid_at')} as day from consume_order t ${STORE}
            where t.member_id is not null and t.state in ('paid', 'refunding', 'refunded') and t.consume_type <> 'TESTCARD'
        ) v group by v.org_code, v.member_id
    ) t ${STORE}`,
  period: 'first',
  joins: { member: memberJoin },
  columns: {
    store,
    rows,
    first: { kind: 'day', label: 'reportColumn.firstVisit', sql: 't.first_day' },
    last: { kind: 'day', label: 'reportColumn.lastVisit', sql: 't.last_day' },
    days: number('reportColumn.visitDays', 't.days'),
    again30: number('reportColumn.again30', again(30)),
    again60: number('reportColumn.again60', again(60)),
    again90: number('reportColumn.again90', again(90)),
    ...memberColumns('t.first_day'),
  },
}

/** Upper limits of the bands of recharges, in minor units. */
const BANDS = [100_00, 200_00, 300_00, 500_00, 1000_00, 2000_00] as const
const band = `case ${BANDS.map((limit, at) => `when t.amount < ${limit} then 'b${at}'`).join(' ')} else 'b${BANDS.length}' end`

const recharges: ReportSource = {
  code: 'recharges',
  title: 'reportSource.recharges',
  about: 'reportSource.recharges.about',
  access: 'recharge:list',
  from: `recharge_order t ${STORE}`,
  where: `t.state in ('paid', 'refunding', 'refunded')`,
  period: 'day',
  joins: { member: memberJoin },
  columns: {
    store,
    rows,
    day: day('reportColumn.day', 't.paid_at'),
    at: time('reportColumn.paidAt', 't.paid_at'),
    kind: choice('reportColumn.rechargeKind', 't.kind', {
      recharge: 'statistics.type.RECHARGE',
      card: 'statistics.type.CARD',
    }),
    state: choice('reportColumn.state', 't.state', PAY_STATES),
    rule: text('reportColumn.rule', 't.rule_name'),
    payMode: choice('reportColumn.payMode', 't.pay_mode', {
      cash: 'orderPayMode.cash',
      wechat: 'orderPayMode.scan',
    }),
    band: choice(
      'reportColumn.band',
      band,
      textsOf(
        'reportBand',
        [...BANDS, 0].map((_, at) => `b${at}`),
      ),
    ),
    isNew: flag('reportColumn.isNewMember', 't.new_member'),
    cashier: text('reportColumn.cashier', `coalesce(nullif(t.cashier_name, ''), t.operator_name)`),
    amount: money('reportColumn.amount', 't.amount'),
    refunded: money('reportColumn.refunded', 't.refunded'),
    net: money('reportColumn.net', 't.amount - t.refunded'),
    balance: money('reportColumn.balance', 't.balance'),
    give: money('reportColumn.give', 't.give'),
    ...memberColumns(businessDay('t.paid_at')),
  },
}

const products: ReportSource = {
  code: 'products',
  title: 'reportSource.products',
  about: 'reportSource.products.about',
  access: 'statistics:list',
  from: `product_moves() t ${STORE}`,
  period: 'day',
  joins: {
    product: {
      title: 'reportJoin.product',
      sql: `left join product p on p.id = t.product_id and p.org_code = t.org_code
        left join gift f on f.id = t.product_id and f.org_code = t.org_code
        left join coupon_batch b on b.id = t.product_id and b.org_code = t.org_code`,
    },
  },
  columns: {
    store,
    rows,
    day: { kind: 'day', label: 'reportColumn.day', sql: 't.day', at: 't.at' },
    at: time('reportColumn.at', 't.at'),
    sold: number('reportColumn.sold', 't.sold'),
    back: number('reportColumn.back', 't.refunded'),
    pieces: number('reportColumn.pieces', 't.sold - t.refunded'),
    amount: money('reportColumn.amount', 't.amount'),
    'product.name': text('reportColumn.product', `coalesce(p.name, f.name, b.name, '')`, 'product'),
    'product.type': text('reportColumn.productType', `coalesce(p.product_type, f.gift_type, '')`, 'product'),
    'product.kind': choice(
      'reportColumn.goodsKind',
      `case when p.id is not null then 'product' when f.id is not null then 'gift' when b.id is not null then 'coupon' else '' end`,
      { ...textsOf('reportGoods', ['product', 'gift', 'coupon']), '': 'statistics.gone' },
      'product',
    ),
    // Only gifts have a cost.
    'product.cost': {
      ...money('reportColumn.cost', '(t.sold - t.refunded) * f.cost'),
      join: 'product',
      access: 'gift:list',
    },
    'product.margin': {
      ...money('reportColumn.margin', 't.amount - (t.sold - t.refunded) * f.cost'),
      join: 'product',
      access: 'gift:list',
    },
  },
}

const shifts: ReportSource = {
  code: 'shifts',
  title: 'reportSource.shifts',
  about: 'reportSource.shifts.about',
  access: 'shift:list',
  from: `shift t ${STORE}`,
  period: 'day',
  joins: {},
  columns: {
    store,
    rows,
    day: { kind: 'day', label: 'reportColumn.day', sql: 't.business_day', at: 't.opened_at' },
    at: time('reportColumn.openedAt', 't.opened_at'),
    closedAt: time('reportColumn.closedAt', 't.closed_at'),
    state: choice('reportColumn.state', 't.state', textsOf('reportShift', ['open', 'closed'])),
    cashier: text('reportColumn.cashier', 't.cashier_name'),
    terminal: text('reportColumn.terminal', 't.terminal_name'),
    hours: number('reportColumn.hours', 'extract(epoch from t.closed_at - t.opened_at) / 3600'),
    float: money('reportColumn.float', 't.opening_float'),
    expected: money('reportColumn.expected', 't.expected'),
    counted: money('reportColumn.counted', 't.counted'),
    difference: money('reportColumn.difference', 't.difference'),
  },
}

const coupons: ReportSource = {
  code: 'coupons',
  title: 'reportSource.coupons',
  about: 'reportSource.coupons.about',
  access: 'couponcode:list',
  from: `listed_coupon_code t ${STORE}`,
  period: 'day',
  joins: { member: memberJoin },
  columns: {
    store,
    rows,
    day: day('reportColumn.createdOn', 't.created_at'),
    issuedOn: day('reportColumn.issuedOn', 't.issued_at'),
    usedOn: day('reportColumn.usedOn', 't.used_at'),
    at: time('reportColumn.usedAt', 't.used_at'),
    state: choice('reportColumn.state', 't.state', textsOf('couponCode.state', ['unused', 'used', 'expired', 'void'])),
    isIssued: flag('reportColumn.isIssued', 't.issued_at is not null'),
    batch: text('reportColumn.batch', 't.batch_name'),
    value: money('reportColumn.couponValue', 't.value'),
    ...memberColumns(businessDay('t.created_at')),
  },
}

const bookings: ReportSource = {
  code: 'bookings',
  title: 'reportSource.bookings',
  about: 'reportSource.bookings.about',
  access: 'reservation:list',
  from: `reservation t ${STORE}`,
  period: 'day',
  joins: { member: memberJoin },
  columns: {
    store,
    rows,
    day: day('reportColumn.bookedFor', 't.starts_at'),
    at: time('reportColumn.startsAt', 't.starts_at'),
    bookedOn: day('reportColumn.bookedOn', 't.created_at'),
    state: choice('reportColumn.state', 't.state', textsOf('reservation.state', BookState.options)),
    rule: text('reportColumn.rule', 't.rule_name'),
    name: text('reportColumn.guestName', 't.name'),
    phone: { kind: 'text', label: 'reportColumn.phone', sql: phoneSql('t.phone') },
    reason: text('reportColumn.cancelReason', 't.cancel_reason'),
    people: number('reportColumn.people', 't.people'),
    arrived: number('reportColumn.arrived', 't.arrived'),
    missed: number('reportColumn.missed', `case t.state when 'MISSED' then t.people - t.arrived else 0 end`),
    isMissed: number('reportColumn.isMissed', `case t.state when 'MISSED' then 1 else 0 end`),
    deposit: money('reportColumn.deposit', 't.deposit'),
    depositState: choice(
      'reportColumn.depositState',
      't.deposit_state',
      textsOf('reportDeposit', BookDepositState.options),
    ),
    ...memberColumns(businessDay('t.starts_at')),
  },
}

const refunds: ReportSource = {
  code: 'refunds',
  title: 'reportSource.refunds',
  about: 'reportSource.refunds.about',
  access: 'refund:list',
  from: `refund_order t ${STORE}`,
  period: 'day',
  joins: { member: memberJoin },
  columns: {
    store,
    rows,
    day: { kind: 'day', label: 'reportColumn.day', sql: 't.business_day', at: 't.created_at' },
    at: time('reportColumn.at', 't.created_at'),
    state: choice('reportColumn.state', 't.state', textsOf('refund.state', ['refunding', 'refunded', 'refused'])),
    orderKind: choice('reportColumn.orderKind', 't.order_kind', {
      consume: 'reportSource.orders',
      recharge: 'statistics.type.RECHARGE',
    }),
    way: choice(
      'reportColumn.refundWay',
      't.pay_way',
      textsOf('reportRefundWay', ['balance', 'cash', 'scan', 'coupon']),
    ),
    isVoid: flag('reportColumn.isVoid', 't.voids'),
    reason: text('reportColumn.reason', 't.reason'),
    rule: text('reportColumn.rule', 't.rule_name'),
    cashier: text('reportColumn.cashier', `coalesce(nullif(t.cashier_name, ''), t.operator_name)`),
    approver: text('reportColumn.approver', 't.approver_name'),
    amount: money('reportColumn.amount', 't.amount'),
    ...memberColumns('t.business_day'),
  },
}

/** Every source by its code. */
export const reportSources: ReadonlyMap<string, ReportSource> = new Map(
  [figures, orders, rides, runs, members, visits, recharges, products, shifts, coupons, bookings, refunds].map(
    (source) => [source.code, source],
  ),
)
