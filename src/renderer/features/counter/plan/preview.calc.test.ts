import { describe, expect, it } from 'vitest'
import { noticeText } from '#renderer/core/notice.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { amountOfCart, cartAfter } from '#shared/features/products/cart.calc.ts'
import type { OfferRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import type { ChargeOrder } from '#shared/features/sessions/charge.calc.ts'
import { previewCharge } from '#shared/features/sessions/charge-preview.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { buildMember, buildProduct, buildRule, buildVehicle } from '#tests/support/venue/counter-data.ts'
import { offeredTendersOf, passwordNeeded, payModeOf } from './plan.calc.ts'
import { type PreviewInput, previewOf } from './preview.calc.ts'

const start: Omit<PreviewInput, 'foreseen'> = {
  startMode: 'hang',
  rule: buildRule(),
  refusal: null,
  member: buildMember(),
  standing: null,
  people: 1,
  mode: 'circlemode',
  vehicle: buildVehicle(),
  vehicleCount: 1,
  payMode: 'wechat',
  sold: [],
  cart: [],
  cartProblem: null,
  hasCoupon: false,
  discount: null,
  mayCharge: true,
  isVehicleBusy: false,
  online: true,
  pendingCount: 0,
  pendingLimit: 5,
  openTrials: 0,
  trialLimit: 5,
  lacksCashier: false,
  agreement: 'none',
  storesStarts: true,
}

const preview = ({ chargeOrder = 'paidFirst', ...change }: Partial<PreviewInput> & { chargeOrder?: ChargeOrder }) => {
  const of = { ...start, ...change }
  const asked = { people: of.people, vehicles: of.vehicleCount, order: chargeOrder, payMode: of.payMode }
  const foreseen = of.rule && previewCharge(of.rule, asked, of.member, Date.parse('2026-08-01T10:00:00Z'))
  const { tone, lines } = previewOf({ foreseen, ...of })
  return [tone, ...lines.map((line) => noticeText((key, values) => text('zh', key, values), line))]
}

describe('preview of a start that is paid later', () => {
  it('requires a signature first, where the store blocks starts without one', () => {
    expect(preview({ agreement: 'block' })).toEqual(['warning', '会员未签安全协议，请先签署（A）'])
    expect(preview({ agreement: 'warn' })[0]).toBe('ready')
  })

  it('shows the wallet, the amount taken and what remains', () => {
    expect(preview({})).toEqual(['ready', '余额 −38.00', '扣后可用 512.00', '开始后占用，结账时扣费'])
  })

  it('shows one remaining amount, without what pending rides hold', () => {
    const member = buildMember({ balance: 300, give: 42, availableBalance: 284 })
    expect(preview({ member })).toEqual(['ready', '余额和赠送 −38.00', '扣后可用 246.00', '开始后占用，结账时扣费'])
    const paidOnly = buildMember({ balance: 300, give: 0, availableBalance: 242 })
    expect(preview({ member: paidOnly }).slice(1, 3)).toEqual(['余额 −38.00', '扣后可用 204.00'])
  })

  it('shows each wallet when the paid balance alone is not enough', () => {
    const member = buildMember({ balance: 30, give: 50, availableBalance: 80 })
    expect(preview({ member }).slice(0, 4)).toEqual(['ready', '余额 −30.00', '赠送 −8.00', '扣后可用 42.00'])
  })

  it('follows the charge order of the store', () => {
    expect(preview({ chargeOrder: 'giftFirst' })[1]).toBe('赠送 −38.00')
  })

  it('shows a missing rule or vehicle before anything else', () => {
    expect(preview({ rule: null, vehicle: null })).toEqual(['blocked', '请选择规则（1…9）'])
    expect(preview({ vehicle: null })).toEqual(['blocked', '没有空闲车辆'])
  })

  it('warns when the available balance is not enough', () => {
    const member = buildMember({ availableBalance: 100 })
    expect(preview({ member, people: 3 })).toEqual(['warning', '余额不足：需要 114.00，可用 100.00'])
  })

  it('warns when the rule does not allow the run mode', () => {
    expect(preview({ mode: 'timermode' })).toEqual(['warning', '标准 10 圈 规则不允许计时模式，请切换为圈数模式'])
  })

  it('warns of a frozen or ended member, and of the limits of pending rides and trials', () => {
    expect(preview({ standing: 'members.frozen' })).toEqual(['warning', '该会员已冻结'])
    expect(preview({ standing: 'members.ended' })).toEqual(['warning', '该会员已到期'])
    expect(preview({ pendingCount: 5 })[0]).toBe('warning')
    expect(preview({ pendingCount: 5, member: null })[0]).toBe('ready')
    expect(preview({ openTrials: 6, member: null })).toEqual([
      'warning',
      '今日未处理的试玩已超过 5 单，请先按 F7 处理一单，或为会员开始',
    ])
    expect(preview({ openTrials: 5, member: null })[0]).toBe('ready')
    expect(preview({ openTrials: 6 })[0]).toBe('ready')
    expect(preview({ openTrials: 600, trialLimit: -1, member: null })[0]).toBe('ready')
    expect(preview({ pendingCount: 5, online: false })).toEqual([
      'warning',
      '未处理挂单已达 5 单，离线时不能处理；可清除会员，按散客开始',
    ])
  })

  it('shows that a start without a member is paid later', () => {
    expect(preview({ member: null })).toEqual(['ready', '先玩后付：挂单 38.00，之后扣费'])
    const rule = buildRule({ consumeTypeRole: 'NOCARDCONSUME', price: 48, deposit: 20 })
    expect(preview({ rule })).toEqual(['ready', '散客挂单 68.00，之后收款'])
  })

  it('counts laps, points and visits in their own units', () => {
    expect(preview({ rule: buildRule({ consumeTypeRole: 'QUAN' }) })).toEqual(['ready', '圈数 −10 → 10'])
    expect(preview({ rule: buildRule({ consumeTypeRole: 'INTEGRAL', integral: 301 }) })).toEqual([
      'warning',
      '积分不足：需要 301，可用 300',
    ])
  })

  it('asks offline to check whether a vehicle shown as in use is back', () => {
    const { name } = buildVehicle()
    expect(preview({ online: false, isVehicleBusy: true }).slice(0, 3)).toEqual([
      'warning',
      `${name} 显示使用中，请确认车已回场`,
      '余额 −38.00',
    ])
    expect(preview({ online: false, vehicle: null })).toEqual(['blocked', '没有空闲车辆；车已回场的，可直接选'])
  })

  it('blocks an offline start in a browser, which has no outbox', () => {
    expect(preview({ online: false, storesStarts: false })).toEqual(['blocked', '离线：网页不能开始，请等网络恢复'])
  })

  it('shows that an offline start is stored on this terminal', () => {
    expect(preview({ online: false }).at(-1)).toBe('离线：先保存在本机，联网后自动上传')
  })

  it('shows why the rule is not available to this guest, with weekdays as words', () => {
    const details: OfferRefusal['details'] = { field: 'ruleId', rule: '会员日', days: [1, 3] }
    expect(preview({ refusal: { code: 'sessions.ruleWeekday', details } })).toEqual([
      'warning',
      '会员日 仅限周一、周三使用',
    ])
  })
})

describe('preview of a charge', () => {
  const charges = (change: Partial<PreviewInput>) => preview({ startMode: 'charge', ...change })
  const guest = buildRule({ consumeTypeRole: 'NOCARDCONSUME', price: 48, deposit: 20 })

  it('shows what is taken and what remains, and that a queued guest waits', () => {
    expect(charges({})).toEqual(['ready', '余额 −38.00', '扣后可用 512.00'])
    expect(preview({ startMode: 'lineup', vehicle: null })).toEqual([
      'ready',
      '余额 −38.00',
      '扣后可用 512.00',
      '开始前先排队',
    ])
    expect(charges({ vehicle: null })).toEqual(['blocked', '没有空闲车辆'])
  })

  it('shows how a walk-in pays, and that the deposit is returned', () => {
    const walkIn = { rule: guest, member: null }
    expect(charges(walkIn)).toEqual(['ready', '扫码收 68.00', '其中押金 20.00，离场退还'])
    expect(charges({ ...walkIn, payMode: 'cash' })[1]).toBe('收现金 68.00')
  })

  it('asks for the member or the coupon code', () => {
    expect(charges({ member: null })).toEqual(['blocked', '请先刷卡或查找会员'])
    const coupon = { rule: buildRule({ consumeTypeRole: 'GROUPCOUPON' }), member: null }
    expect(charges(coupon)[0]).toBe('blocked')
    expect(charges({ ...coupon, hasCoupon: true })).toEqual(['ready', '核销团购券 1 次'])
  })

  it('pays the products beside a ride by coupon as the server takes them, also from the balance of a member', () => {
    const rule = buildRule({ consumeTypeRole: 'GROUPCOUPON' })
    const sold = cartAfter([], { kind: 'add', product: buildProduct({ price: 8 }) })
    const [member, goods] = [buildMember({ havePassword: 'YES' }), amountOfCart(sold)]
    const methods = { takesCash: true, takesCodes: true }
    const taken = (of: Member | null) => offeredTendersOf(rule, of, methods).map(({ tender }) => tender)
    expect(taken(member)).toEqual(['wechat', 'cash', 'balance'])
    expect(taken(null)).toEqual(['wechat', 'cash'])
    expect(payModeOf(rule, 'balance', { methods, goods, member })).toBe('balance')
    // Without the member or the products it is a guest's payment again.
    expect(payModeOf(rule, 'balance', { methods, goods, member: null })).toBe('wechat')
    expect(payModeOf(rule, 'balance', { methods, goods: 0, member })).not.toBe('balance')
    expect(passwordNeeded('charge', rule, 1, member, 'balance')).toBe(true)
    expect(passwordNeeded('charge', rule, 1, member, 'cash')).toBe(false)
    const asked = { people: 1, vehicles: 1, order: 'paidFirst', payMode: 'balance', goods } as const
    const foreseen = previewCharge(rule, asked, member, Date.now())
    expect(charges({ rule, member, hasCoupon: true, payMode: 'balance', sold, cart: sold, foreseen })).toEqual([
      'ready',
      '核销团购券 1 次',
      '余额 −8.00',
      '扣后可用 542.00',
      '含商品 1 件 8.00',
    ])
    const poor = buildMember({ balance: 1, give: 0, availableBalance: 1 })
    const short = previewCharge(rule, asked, poor, Date.now())
    expect(
      charges({ rule, member: poor, hasCoupon: true, payMode: 'balance', sold, cart: sold, foreseen: short })[0],
    ).toBe('warning')
  })

  it('counts laps per vehicle, and allows several vehicles only for a charge', () => {
    const laps = { rule: buildRule({ consumeTypeRole: 'QUAN', countCycleNumber: 8 }), vehicleCount: 2 }
    expect(charges(laps)).toEqual(['ready', '圈数 −16 → 4'])
    expect(charges({ ...laps, vehicleCount: 3 })).toEqual(['warning', '圈数不足：需要 24，可用 20'])
    expect(preview(laps)[1]).toBe('先玩后付一次只能开一台车')
  })

  it('needs the server and the permission, and ignores the limit of pending rides', () => {
    expect(charges({ online: false })).toEqual(['blocked', '离线时不能收费'])
    expect(charges({ mayCharge: false })[0]).toBe('blocked')
    expect(charges({ pendingCount: 5 })[0]).toBe('ready')
  })
})
