import { defaultLevels } from '#shared/features/members/default-levels.calc.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { demoStores } from './access.ts'

const id = (number: number): string => `01900000-0000-7000-8001-${String(number).padStart(12, '0')}`

interface RuleSeed {
  name: string
  consumeType: ConsumeType
  laps: number
  minutes: number
  price?: number
  deposit?: number
  integral?: number
  frequency?: number
  priceMode?: 'one' | 'every'
  couponValue?: number
  platformProduct?: string
  selfService?: boolean
  toolType?: 'COIN' | 'GIFT'
  coins?: number
  coinPrice?: number
  coinCount?: number
}

const ofCoinOutput = { consumeType: 'NOCARDCONSUME', toolType: 'COIN', laps: 0, minutes: 0 } as const

/** At least one rule per consume type; of the BALANCE rules one has both modes, one only laps, one only time. */
const rules: readonly RuleSeed[] = [
  { name: '标准卡丁', consumeType: 'BALANCE', laps: 8, minutes: 10, price: 6800 },
  { name: '竞速八圈', consumeType: 'BALANCE', laps: 8, minutes: 0, price: 5800, selfService: true },
  { name: '畅跑十五分钟', consumeType: 'BALANCE', laps: 0, minutes: 15, price: 9800 },
  { name: '亲子双人', consumeType: 'BALANCE', laps: 6, minutes: 8, price: 12800, priceMode: 'one' },
  { name: '次卡一次', consumeType: 'FREQUENCY', laps: 8, minutes: 10, frequency: 1 },
  { name: '积分兑换', consumeType: 'INTEGRAL', laps: 5, minutes: 6, integral: 100, selfService: true },
  { name: '余额加积分', consumeType: 'BALANCEANDINTEGRAL', laps: 8, minutes: 10, price: 3000, integral: 50 },
  { name: '团购券', consumeType: 'GROUPCOUPON', laps: 8, minutes: 10, couponValue: 6800, platformProduct: 'KART68' },
  { name: '圈数卡五圈', consumeType: 'QUAN', laps: 5, minutes: 0, selfService: true },
  { name: '散客单次', consumeType: 'NOCARDCONSUME', laps: 8, minutes: 10, price: 8800, deposit: 2000 },
  { name: '畅玩卡', consumeType: 'PLAYFREELY', laps: 8, minutes: 10, priceMode: 'one' },
  { name: '车辆测试', consumeType: 'TESTCARD', laps: 5, minutes: 5, priceMode: 'one' },
  { name: '代币五分钟', consumeType: 'COIN', toolType: 'COIN', laps: 0, minutes: 5, coins: 8 },
  { name: '赠送余额五圈', consumeType: 'GIFT', toolType: 'GIFT', laps: 5, minutes: 6, price: 3000 },
  // Coin output sells coins by these; they start no ride.
  { ...ofCoinOutput, name: '代币 10 枚', coinPrice: 1000, coinCount: 10 },
  { ...ofCoinOutput, name: '代币 60 枚', coinPrice: 5000, coinCount: 60 },
]

const stores = [demoStores.A01A01.orgCode, demoStores.A01A02.orgCode] as const

export const demoRules = stores.flatMap((orgCode, store) =>
  rules.map((rule, index) => ({ ...rule, id: id(1000 * (store + 1) + index + 1), orgCode, indexNumber: index + 1 })),
)

/** The presets that a store is offered. */
export const demoLevels = stores.flatMap((orgCode) => defaultLevels(orgCode, 'zh'))

/** Further rules of the demo stores, and a project of their own. */
const offers = [
  { name: '充 200', recharge: 20_000, price: 20_000, integral: 20, selfService: true },
  { name: '充 500 送 50', recharge: 50_000, price: 50_000, give: 5000, integral: 50, selfService: true },
  { name: '十次卡', salesMethod: 'listedPrice' as const, price: 58_000, frequency: 10 },
  { name: '任意金额', amountType: 'custom' as const, recharge: 5000 },
]

export const demoRechargeRules = stores.flatMap((orgCode, store) =>
  offers.map((offer, index) => ({
    amountType: 'fixed' as const,
    salesMethod: 'storedValue' as const,
    ...offer,
    id: id(1000 * (store + 1) + 101 + index),
    orgCode,
    indexNumber: index + 1,
    validOn: null,
    offeredFrom: null,
    offeredUntil: null,
  })),
)

export const demoPlayCardRules = stores.map((orgCode, store) => ({
  id: id(1000 * (store + 1) + 201),
  orgCode,
  name: '畅玩月卡',
  days: 30,
  price: 69_900,
  indexNumber: 1,
}))

/** A kiosk without a key; the user of the demo creates one. */
export const demoKiosk = { id: id(1401), orgCode: stores[0], name: '自助机 K1', ticketPrefix: 'K' }

export const demoSubProjects = stores.map((orgCode, store) => ({
  id: id(1000 * (store + 1) + 301),
  orgCode,
  code: 'PKIDS',
  name: '儿童赛道',
  indexNumber: 1,
}))

/** The coin machine of each store, which the demo venue simulates. */
export const demoCoinMachines = stores.map((orgCode, store) => ({
  id: id(1000 * (store + 1) + 701),
  orgCode,
  name: '出币机 1',
  serialNumber: `DEMO-COIN-${store + 1}`,
  deviceType: 'COIN',
}))

/** The racers of simulated rides in the demo venue. */
export const demoRacers = ['小林', '阿泽', '大鹏', '子涵', '一诺', '飞飞', '雨桐', 'Max', 'Leo', 'Kimi'] as const

const VEHICLES = 8
const [single, double] = ['单人卡丁', '双人卡丁'] as const

export const demoVehicleTypes = stores.flatMap((orgCode, store) =>
  [single, double].map((name, index) => ({
    id: id(1000 * (store + 1) + 600 + index + 1),
    orgCode,
    name,
    indexNumber: index + 1,
  })),
)

export const demoVehicles = stores.flatMap((orgCode, store) =>
  Array.from({ length: VEHICLES }, (_, index) => ({
    id: id(1000 * (store + 1) + 500 + index + 1),
    orgCode,
    name: `${index + 1}号车`,
    cardName: `RF${String(100 * (store + 1) + index + 1)}`,
    vehicleType: index < 6 ? single : double,
    seats: index < 6 ? 1 : 2,
    connected: index !== 6,
    condition: index === VEHICLES - 1 ? ('maintenance' as const) : ('ready' as const),
    indexNumber: index + 1,
  })),
)

interface MemberSeed {
  orgCode: string
  nickname: string
  realname: string
  phone: string
  physicalCard: string
  /** Wallets: paid, gift, points, laps, visits of the general project. */
  wallets: [balance: number, give: number, integral: number, laps: number, frequency: number]
  frozen?: boolean
  hasPassword?: boolean
}

const member = (
  store: 0 | 1,
  [nickname, realname, phone, physicalCard]: [nickname: string, realname: string, phone: string, card: string],
  wallets: MemberSeed['wallets'],
  more: Pick<MemberSeed, 'frozen' | 'hasPassword'> = {},
): MemberSeed => ({ orgCode: stores[store], nickname, realname, phone, physicalCard, wallets, ...more })

/** The password of the only demo member who has a consumption password. */
export const DEMO_MEMBER_PASSWORD = '246810'

/** Members in the order of their ids, from 100001. */
export const demoMembers: readonly MemberSeed[] = [
  member(0, ['风一样的男子', '张伟', '13800001111', '0004829731'], [50_000, 5000, 300, 20, 10]),
  member(0, ['新手小白', '李娜', '13800002222', '0004829732'], [0, 0, 0, 0, 0]),
  member(0, ['漂移女王', '王芳', '13800003333', '0004829733'], [36_000, 4000, 120, 0, 3], { hasPassword: true }),
  member(0, ['停车场常客', '刘洋', '13800004444', '0004829734'], [20_000, 0, 50, 5, 0], { frozen: true }),
  member(0, ['闪电', '陈静', '13800005555', '0004829735'], [82_050, 12_000, 960, 12, 6]),
  member(0, ['老司机', '杨帆', '13800006666', '0004829736'], [15_480, 600, 40, 0, 0]),
  member(0, ['赛道一哥', '赵磊', '13800007777', '0004829737'], [128_800, 20_000, 2210, 40, 15]),
  member(0, ['小旋风', '黄蓉', '13800008888', '0004829738'], [9900, 100, 15, 2, 1]),
  member(0, ['周末车手', '周涛', '13800009999', '0004829739'], [6600, 0, 10, 0, 0]),
  member(0, ['Speedy', '吴迪', '13800001010', '0004829740'], [45_000, 9000, 480, 8, 2]),
  member(1, ['城西车神', '郑凯', '13900001111', '0005829731'], [66_600, 6600, 300, 20, 10]),
  member(1, ['夜跑者', '孙悦', '13900002222', '0005829732'], [12_000, 800, 60, 0, 4]),
  member(1, ['弯道王', '马超', '13900003333', '0005829733'], [30_500, 0, 90, 6, 0]),
  member(1, ['萌新', '朱婷', '13900004444', '0005829734'], [8000, 500, 5, 0, 1]),
]
