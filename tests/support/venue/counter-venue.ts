import type { Permissions } from '#shared/features/access/access.schema.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { StartFields, StartInput, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { LoginResult } from '#shared/features/sign-in/sign-in.contract.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { buildRule } from './counter-data.ts'

const ORG_CODE = 'A01A01'
const RULE_ID = 'rule-1'
const GAME_LOG = '01890000-0000-7000-8000-000000000001'

const rule = buildRule({
  id: RULE_ID,
  consumeRoleName: '卡丁车 8 分钟',
  toolType: '1',
  price: 68,
  duration: 8,
  countCycleNumber: 5,
})

const vehicle = (number: number): Vehicle => ({
  id: `vehicle-${number}`,
  sysOrgCode: ORG_CODE,
  name: `${number} 号车`,
  cardName: '',
  vehicleType: 'kart',
  deviceType: 'VEHICLE',
  isConnecte: 'YES',
  seats: 0,
  state: number === 8 ? 'maintenance' : 'idle',
  condition: number === 8 ? 'maintenance' : 'ready',
  upkeep: 'ok',
  indexNumber: number,
  defaultMode: '',
  defaultLaps: 0,
  defaultMinutes: 0,
  runId: '',
  racer: null,
  startedAt: null,
  endsAt: null,
})

const member: Member = {
  id: '100001',
  orgCode: ORG_CODE,
  nickname: '风一样的车手',
  realname: '欧阳晓明',
  racerName: 'nickname',
  homeStore: '',
  letters: 'oyxm ouyangxiaoming',
  phone: '138****1111',
  avatar: '',
  physicalCard: '0004829731',
  balance: 500,
  give: 50,
  integral: 300,
  laps: 20,
  coins: 30,
  frequency: 10,
  availableBalance: 550,
  availableGive: null,
  availableIntegral: 300,
  availableQuan: 20,
  availableCoins: 30,
  projects: [],
  isChangWan: 'NO',
  changwanName: '',
  changWanEndTime: null,
  changWanLastDay: null,
  memberLevel: '',
  memberLevel_dictText: '',
  exp: 0,
  nextLevel: null,
  havePassword: 'NO',
  frozen: false,
  endTime: null,
  agreementId: '',
  offlineValue: null,
  createTime: '2026-01-01 10:00:00',
}

const stamps = { createBy: null, createTime: '2026-01-01 10:00:00', updateBy: null, updateTime: null }

const login: LoginResult = {
  multi_depart: 1,
  departs: [
    {
      id: '1',
      parentId: null,
      orgCode: ORG_CODE,
      departName: '一号店',
      apps: ['XWHF'],
      acceptsCash: 'YES',
      endTime: null,
      departNameEn: '',
      departNameAbbr: '',
      departOrder: 0,
      description: '',
      orgCategory: '1',
      orgType: '1',
      mobile: '',
      fax: '',
      address: '',
      memo: '',
      status: '1',
      delFlag: '0',
      smsCount: 0,
      externalStoreId: '',
      queuePrefix: 'A',
      timeZone: 'Asia/Shanghai',
      dayStartHour: 0,
      hungOrderLimit: 5,
      trialLimit: 5,
      chargeOrder: 'paidFirst',
      cashierRequired: 'NO',
      ...stamps,
    },
  ],
  token: 'token-1',
  userInfo: {
    id: 'user-1',
    username: 'cashier',
    realname: '小李',
    nickname: '',
    avatar: '',
    phone: '13900002222',
    identity: '3',
    rolesname: '',
    orgCode: ORG_CODE,
    status: 1,
    birthday: null,
    sex: null,
    email: '',
    delFlag: 0,
    workNo: '',
    post: '',
    telephone: '',
    activitiSync: 1,
    userIdentity: 1,
    departIds: '1',
    thirdId: null,
    thirdType: null,
    ...stamps,
  },
  sysAllDictItems: {},
}

const permissions: Permissions = {
  menu: [],
  auth: ['playbeforepay:add', 'consume:add', 'member:search'].map((action) => ({ action, describe: '', type: '1' })),
  allAuth: [],
}

const snapshot = (): Snapshot => ({
  marks: {},
  takenAt: new Date().toISOString(),
  store: {
    orgCode: ORG_CODE,
    departName: '一号店',
    apps: ['XWHF'],
    acceptsCash: 'YES',
    takesCodes: 'YES',
    endTime: null,
    timeZone: 'Asia/Shanghai',
    dayStartHour: 0,
    queuePrefix: 'A',
    queueMinutes: 60,
    hungOrderLimit: 5,
    openHung: 0,
    trialLimit: -1,
    openTrials: 0,
    chargeOrder: 'paidFirst',
    cashierRequired: 'NO',
    cashierByBadge: 'NO',
    cashNeedsShift: 'NO',
    offlineMemberCap: 0,
    offlineTerminalCap: 0,
    swapStartKeys: 'NO',
    agreementMode: 'off',
    agreementId: '',
    faceSearch: 'NO',
    receipt: { headZh: '', headEn: '', footZh: '', footEn: '' },
    printing: { layouts: {}, logos: [] },
  },
  rules: [rule],
  vehicles: [1, 2, 3, 4, 5, 6, 7, 8].map(vehicle),
  cashiers: [
    {
      id: 'user-1',
      realname: '小李',
      phone: '13900002222',
      identity: '3',
      orgCode: ORG_CODE,
      havePassword: 'NO',
      workNo: '',
    },
  ],
  dicts: {},
})

const ticket = (orderId: string, fields: Partial<TicketData> = {}): TicketData => ({
  orderId,
  storeName: '一号店',
  ticketNo: 'A001',
  racer: '神秘车手',
  vehicleName: '1 号车',
  ruleName: rule.consumeRoleName,
  mode: 'timermode',
  amount: 8,
  people: 1,
  memberNo: '',
  startedAt: new Date().toISOString(),
  cashier: '小李',
  terminal: 'T1',
  remark: '',
  offline: false,
  locale: 'zh',
  timeZone: 'Asia/Shanghai',
  ...fields,
})

const startResult = (id: string, body: StartInput, number: number): StartResult => {
  const ticketNo = body.offline ? body.terminalTicket : `A${String(number).padStart(3, '0')}`
  return {
    id,
    playState: 'PENDING',
    gameLogId: GAME_LOG,
    paiduiNumber: number,
    ticketNo,
    vehicleName: body.vehicleId,
    startedAt: body.startedAt ?? new Date().toISOString(),
    hold: 'none',
    ticket: ticket(id, { ticketNo, racer: body.racer }),
  }
}

const fields = (given: Partial<StartFields> = {}): StartFields => ({
  consumeVehicleMode: 'timermode',
  ruleId: RULE_ID,
  remark: '',
  racer: '神秘车手',
  vehicleId: 'vehicle-1',
  userId: '',
  people: 1,
  ...given,
})

/** A small venue as a server would describe it to a counter. */
export const venue = {
  orgCode: ORG_CODE,
  password: 'pitlane-demo',
  login,
  /** Sent to the cashier's phone. */
  smsCode: '135790',
  permissions,
  snapshot,
  members: [member],
  member,
  ticket,
  startResult,
  fields,
}
