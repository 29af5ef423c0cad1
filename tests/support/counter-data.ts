import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

/** A BALANCE rule of 38.00 for 10 laps, except for what is given. */
export const buildRule = (given: Partial<ConsumeRule> = {}): ConsumeRule => ({
  id: 'rule-1',
  sysOrgCode: 'A01A01',
  consumeRoleName: '标准 10 圈',
  consumeTypeRole: 'BALANCE',
  toolType: '',
  projectType: 'currency',
  muiltMode: 'every',
  price: 38,
  deposit: 0,
  integral: 0,
  frequency: 0,
  duration: 0,
  countCycleNumber: 10,
  memberLevel: '',
  indexNumber: 1,
  ...given,
})

/** Member 100001 with 500.00 paid and 50.00 gift, except for what is given. */
export const buildMember = (given: Partial<Member> = {}): Member => ({
  id: '100001',
  orgCode: 'A01A01',
  nickname: '小伟',
  realname: '张伟',
  phone: '138****1111',
  avatar: '',
  physicalCard: '0004829731',
  balance: 500,
  give: 50,
  integral: 300,
  quan: 20,
  frequency: 10,
  availableBalance: 550,
  availableIntegral: 300,
  availableQuan: 20,
  projects: [],
  isChangWan: 'NO',
  changwanName: '',
  changWanEndTime: null,
  memberLevel: '',
  havePassword: 'NO',
  frozen: false,
  createTime: '2026-01-01 00:00:00',
  ...given,
})

/** An idle, connected vehicle, except for what is given. */
export const buildVehicle = (given: Partial<Vehicle> = {}): Vehicle => ({
  id: 'v1',
  sysOrgCode: 'A01A01',
  name: '01',
  cardName: '',
  vehicleType: '',
  deviceType: 'VEHICLE',
  isConnecte: 'YES',
  state: 'idle',
  indexNumber: 1,
  racer: null,
  startedAt: null,
  endsAt: null,
  ...given,
})

/** A hung order of 38.00 by member 100001, except for what is given. */
export const buildRecord = (given: Partial<PlayRecord> = {}): PlayRecord => ({
  id: '01890000-0000-7000-8000-000000000001',
  sysOrgCode: 'A01A01',
  sysOrgCode_dictText: '',
  createTime: '2026-08-01 10:00:00',
  playState: 'GUADAN',
  playState_dictText: '',
  ticketNo: 'A001',
  gameLogId: null,
  rechargeId: null,
  consumeId: null,
  userId: '100001',
  userNickname: '',
  userTruenmae: '',
  cheshou: '神秘车手',
  roleId: 'rule-1',
  roleName: '标准 10 圈',
  consumeType: 'BALANCE',
  consumeType_dictText: '',
  consumeVehicleMode: 'circlemode',
  consumeVehicleMode_dictText: '',
  countCycleNumber: 10,
  duration: 0,
  people: 1,
  price: 38,
  vehicleId: 'v1',
  vehicleName: '01',
  terminalTicket: '',
  terminalName: 'T1',
  offline: false,
  remark: '',
  ...given,
})
