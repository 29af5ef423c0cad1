import { expect } from 'vitest'
import { DEMO_PASSWORD, demoStores, demoUsers } from '#server/db/seed/access.ts'
import { demoRechargeRules } from '#server/db/seed/venue.data.ts'
import { newId } from '#shared/core/id.ts'
import { NEW, PLAYS, type SpecClient, type Walk } from './spec-client.ts'

const PAGE = { result: { records: expect.any(Array), total: expect.any(Number) } }
const ROWS = {
  result: {
    records: expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]),
    total: expect.any(Number),
  },
}
const CASHIER = '13900000006'
const GONE = { query: { id: newId() } }
const CONSUME = '/consume/sysConsume'

const deduct = ({ id, userId }: { id: string; userId: string }) => ({
  id,
  userId,
  consumeType: 'BALANCE',
  consumeVehicleMode: 'circlemode',
  consumeVehicleModeText: '圈数',
  usageMode: 'lineup',
  consumePayMode: 'unline',
  doTask: 'YES',
})

/** Sign-in, the counter, members, stores and passwords of section 7. */
export const counterWalks = (c: SpecClient): Record<string, Walk> => ({
  'POST /sys/login': {
    right: () => ({ body: { username: 'hq', password: DEMO_PASSWORD } }),
    answer: { code: 200, result: { token: expect.any(String), userInfo: { username: 'hq', identity: '0' } } },
    wrong: { body: { username: 'hq', password: 'wrong' } },
  },
  'POST /sys/phoneLogin': {
    right: async () => ({ body: { mobile: CASHIER, captcha: await c.code('0', CASHIER) } }),
    answer: { code: 200, result: { token: expect.any(String), userInfo: { username: 'cashier' } } },
    wrong: { body: { mobile: CASHIER, captcha: '000000' } },
  },
  'POST /auth/forge-password': {
    right: async () => {
      const { username } = await c.user('13600000001')
      return { body: { username, phone: '13600000001', smscode: await c.code('2', '13600000001'), ...NEW } }
    },
    wrong: { body: { username: 'cashier', phone: CASHIER, smscode: '000000', ...NEW } },
  },
  'POST /auth/register': {
    right: async () => {
      const mobile = '13600000002'
      return { body: { username: c.fresh('newcomer'), phone: mobile, smscode: await c.code('1', mobile), ...NEW } }
    },
    wrong: { body: { username: 'hq', phone: '13600000003', smscode: '000000', ...NEW } },
  },
  'POST /account/sms': {
    right: () => ({ body: { mobile: '13600000004', smsmode: '1' } }),
    wrong: { body: { mobile: 'x', smsmode: '1' } },
  },
  'GET /user/info': {
    right: () => ({ as: 'cashier' }),
    answer: { result: { id: demoUsers.cashier.id, username: 'cashier', rolesname: expect.any(String) } },
  },
  'GET /sys/permission/getUserPermissionByToken': {
    right: () => ({ as: 'cashier' }),
    answer: {
      result: {
        menu: expect.arrayContaining([
          expect.objectContaining({ path: '/dashboard/analysis', meta: expect.any(Object) }),
        ]),
        auth: expect.arrayContaining([expect.objectContaining({ action: 'playbeforepay:add', type: '1' })]),
        allAuth: expect.arrayContaining([expect.objectContaining({ action: 'playbeforepay:edite', status: '1' })]),
      },
    },
  },
  [`POST ${PLAYS}/add`]: {
    right: async () => ({ as: 'cashier', body: await c.start() }),
    answer: { result: { playState: 'GUADAN', paiduiNumber: expect.any(Number), hold: 'none' } },
    wrong: { as: 'cashier', body: { consumeVehicleMode: 'circlemode', roleId: '', cheshou: '车手', vehicleId: '' } },
  },
  [`GET ${PLAYS}/list`]: {
    right: async () => ({ as: 'manager', query: { id: (await c.play()).id, column: 'createTime', order: 'desc' } }),
    answer: { result: { total: 1, records: [{ playState: 'GUADAN', sysOrgCode: 'A01A01', consumeType: 'BALANCE' }] } },
    wrong: { as: 'manager', query: { superQueryParams: '[{"field":"password_hash","rule":"eq","val":"x"}]' } },
  },
  [`DELETE ${PLAYS}/delete`]: {
    right: async () => ({ as: 'manager', query: { id: (await c.play()).id } }),
    wrong: { as: 'manager', ...GONE },
  },
  [`DELETE ${PLAYS}/deleteBatch`]: {
    right: async () => ({ as: 'manager', query: { ids: `${(await c.play()).id},${(await c.play()).id},` } }),
    wrong: { as: 'manager', query: { ids: '' } },
  },
  [`GET ${PLAYS}/exportXls`]: {
    right: () => ({ as: 'manager', query: { playState: 'GUADAN', selections: '' } }),
    answer: { file: expect.any(Blob) },
    wrong: { as: 'cashier' },
  },
  [`POST ${PLAYS}/doconsume`]: {
    right: async () => ({ as: 'manager', body: deduct(await c.play()) }),
    answer: { message: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    wrong: { as: 'manager', body: deduct({ id: newId(), userId: '' }) },
  },
  [`POST ${PLAYS}/edite`]: {
    right: async () => {
      const { id } = await c.play()
      const { id: roleId } = await c.venue.rule({ price: 1000 })
      return { as: 'hq', body: { id, consumeType: 'BALANCE', roleId, remark: 'x', cheshou: '新车手' } }
    },
    wrong: { as: 'hq', body: { id: newId(), consumeType: 'BALANCE', roleId: '', cheshou: '' } },
  },
  [`POST ${PLAYS}/doguadan`]: {
    right: async () => {
      const { reply } = await c.send(`POST ${PLAYS}/add`, { as: 'manager', body: await c.start() })
      await c.recharge()
      const { id: reid } = await c.found('GET /memberrecharge/sysMemberRecharge/listhore', { as: 'cashier' })
      return { as: 'cashier', body: { id: reply.result.id, reid } }
    },
    wrong: { as: 'cashier', body: { id: newId(), reid: newId() } },
  },
  [`GET ${CONSUME}/getDepartInfo`]: {
    right: () => ({ as: 'cashier' }),
    answer: { result: { apps: 'XWHF', isUnline: 'YES', endTime: null } },
  },
  [`GET ${CONSUME}/queryById`]: {
    right: async () => {
      const { reply } = await c.send(`POST ${PLAYS}/doconsume`, { as: 'manager', body: deduct(await c.play()) })
      return { as: 'cashier', query: { id: reply.message } }
    },
    answer: { result: { payState: 'payed' } },
    wrong: { as: 'cashier', ...GONE },
  },
  [`GET ${CONSUME}/pritpaidui`]: {
    right: async () => ({ as: 'cashier', query: { id: (await c.play()).id } }),
    wrong: { as: 'cashier', ...GONE },
  },
  [`GET ${CONSUME}/lineupstart`]: {
    right: async () => ({
      as: 'cashier',
      query: { consumeid: await c.lineup(), vehicleId: (await c.venue.vehicle()).id },
    }),
    answer: { result: { starts: [expect.objectContaining({ cheshou: '车手' })] } },
    wrong: { as: 'cashier', query: { consumeid: newId(), vehicleId: '' } },
  },
  [`GET ${CONSUME}/cancelmemberconsumebyidpaidui`]: {
    right: async () => ({ as: 'manager', query: { id: await c.lineup({ userId: '100001' }) } }),
    answer: { result: { refundState: 'refunded', payWay: 'balance' } },
    wrong: { as: 'manager', ...GONE },
  },
  [`PUT ${CONSUME}/editcheshou`]: {
    right: async () => ({ as: 'cashier', body: { id: await c.lineup(), cheshou: '新名字' } }),
    answer: { result: { cheshou: '新名字' } },
    wrong: { as: 'cashier', body: { id: newId(), cheshou: '' } },
  },
  [`PUT ${CONSUME}/editpaidui`]: {
    right: async () => ({ as: 'cashier', body: { id: await c.lineup(), cheshou: '又一个' } }),
    answer: { result: { cheshou: '又一个' } },
    wrong: { as: 'cashier', body: { id: newId(), paiduiNumber: 1 } },
  },
  [`GET ${CONSUME}/consumerolelistpc`]: {
    right: () => ({ as: 'cashier', query: { consumeTypeRole: 'NOCARDCONSUME' } }),
    answer: ROWS,
    wrong: { as: 'cashier', query: { consumeTypeRole: 'x' } },
  },
  [`GET ${CONSUME}/consumerolelistpcbymember`]: {
    right: () => ({ as: 'cashier', query: { consumeTypeRole: 'BALANCE' } }),
    answer: ROWS,
    wrong: { as: 'cashier', query: { consumeTypeRole: 'x' } },
  },
  [`GET ${CONSUME}/consumerolelistpcbymemberorg`]: {
    right: () => ({ as: 'hq', query: { consumeTypeRole: 'BALANCE', sysOrgCode: 'A01A02' } }),
    answer: { result: { records: expect.arrayContaining([expect.objectContaining({ sysOrgCode: 'A01A02' })]) } },
    wrong: { as: 'hq', query: { consumeTypeRole: 'BALANCE' } },
  },
  'GET /api/service': { right: () => ({ as: 'cashier' }), answer: ROWS },
  'GET /membermanage/sysMemberManage/searchMemberById': {
    right: () => ({ as: 'cashier', query: { idCard: '0004829731' } }),
    answer: { result: { id: '100001', phone: '138****1111' } },
    wrong: { as: 'cashier', query: { id: 'x'.repeat(100) } },
  },
  'GET /memberrecharge/sysMemberRecharge/memberlist': {
    right: () => ({ as: 'cashier', query: { phone: '1380000', pageSize: '5' } }),
    answer: PAGE,
    wrong: { as: 'cashier', query: { keyword: 'x'.repeat(100) } },
  },
  'GET /memberrecharge/sysMemberRecharge/gongzuolist': {
    right: () => ({ as: 'cashier', query: { phone: '' } }),
    answer: { result: { records: expect.arrayContaining([expect.objectContaining({ havePassword: 'YES' })]) } },
    wrong: { as: 'cashier', query: { phone: 'x'.repeat(100) } },
  },
  'GET /userproject/sysUserProject/listbyuser': {
    right: () => ({ as: 'cashier', query: { userId: '100001' } }),
    answer: { result: [expect.objectContaining({ projectType: 'currency', frequency: 10 })] },
    wrong: { as: 'cashier', query: { userId: 'x'.repeat(100) } },
  },
  'POST /apply/sysApply/add': {
    right: () => ({
      as: 'cashier',
      body: { userId: '100001', give: 5, integral: 0, frequency: 0, projectType: 'currency', quan: 0, remark: '生日' },
    }),
    wrong: { as: 'cashier', body: { userId: '100001' } },
  },
  'GET /memberrecharge/sysMemberRecharge/rechargerolelist': {
    right: () => ({ as: 'cashier', query: { column: 'indexNumber', order: 'asc' } }),
    answer: ROWS,
    wrong: { as: 'cashier', query: { roleName: 'x'.repeat(100) } },
  },
  'GET /memberrecharge/sysMemberRecharge/listhore': {
    right: async () => {
      await c.recharge()
      return { as: 'cashier', query: { userPhone: '1380000', pageSize: '5' } }
    },
    answer: { result: { records: expect.arrayContaining([expect.objectContaining({ payState: 'payed' })]) } },
    wrong: { as: 'cashier', query: { userPhone: 'x'.repeat(100) } },
  },
  'GET /memberrecharge/sysMemberRecharge/tixing': {
    right: async () => ({ as: 'cashier', query: { consumeid: (await c.play()).id } }),
    wrong: { as: 'cashier', query: { consumeid: newId() } },
  },
  'GET /memberrecharge/sysMemberRecharge/ledmsgshow': {
    right: () => ({ as: 'cashier', query: { price: '38.00' } }),
    wrong: { as: 'cashier', query: { price: 'x' } },
  },
  'GET /rechargerole/sysDepartRechargeRole/queryById': {
    right: () => ({ as: 'cashier', query: { id: demoRechargeRules[0]?.id ?? '' } }),
    answer: { result: { roleName: '充 200', recharge: 200, integral: 20 } },
    wrong: { as: 'cashier', ...GONE },
  },
  'GET /vehicle/sysVehicle/listorgcode': {
    right: () => ({ as: 'cashier', query: { deviceType: 'VEHICLE', name: '1' } }),
    answer: ROWS,
    wrong: { as: 'cashier', query: { name: 'x'.repeat(100) } },
  },
  'GET /sys/user/getCurrentUserDeparts': {
    right: () => ({ as: 'manager' }),
    answer: { result: { orgCode: 'A01A01', list: [{ orgCode: 'A01A01' }, { orgCode: 'A01A02' }] } },
  },
  'POST /sys/selectDepart': {
    right: () => ({ as: 'manager', body: { orgCode: 'A01A01', username: 'manager' } }),
    answer: { result: { userInfo: { orgCode: 'A01A01' } } },
    wrong: { as: 'cashier', body: { orgCode: demoStores.A01A02.orgCode, username: 'cashier' } },
  },
  'POST /sys/user/changRefundPassword': {
    right: () => ({
      as: 'cashier',
      body: { username: 'cashier', oldpassword: DEMO_PASSWORD, ...NEW },
    }),
    wrong: { as: 'cashier', body: { oldpassword: DEMO_PASSWORD, ...NEW, confirmpassword: '1' } },
  },
})
