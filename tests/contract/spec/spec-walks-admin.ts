import { expect } from 'vitest'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { NEW, type SpecClient, STORE_ID, type Walk } from './spec-client.ts'

const PAGE = { result: { records: expect.any(Array), total: expect.any(Number) } }
const ROWS = { result: expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]) }
const NODES = { result: expect.arrayContaining([expect.objectContaining({ key: expect.any(String) })]) }
const PICKED = { result: { treeList: expect.any(Array), ids: expect.any(Array) } }
const GONE = { query: { id: newId() } }
const LIST = 'user:list'
const [RIGHTS, ROLES, USERS] = ['/sys/permission', '/sys/role', '/sys/user'] as const
const [STORES, TEMPLATES] = ['/sys/sysDepart', '/message/sysMessageTemplate'] as const

/** Notices, templates and the administration helpers of section 7. */
export const adminWalks = (c: SpecClient): Record<string, Walk> => {
  const menu = () => ({
    name: c.fresh('菜单'),
    menuType: 1,
    parentId: 'menu-system',
    url: `/walk/${c.fresh('p')}`,
    component: 'x',
  })
  const sendRead = async () => ({ as: 'cashier' as const, body: { anntId: await c.released() } })
  return {
    'GET /sys/annountCement/listByUser': {
      right: () => ({ as: 'cashier' }),
      answer: {
        result: { anntMsgList: expect.any(Array), anntMsgTotal: expect.any(Number), sysMsgTotal: expect.any(Number) },
      },
    },
    'PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId': {
      right: sendRead,
      wrong: { as: 'cashier', body: { anntId: 'x' } },
    },
    'POST /sys/sysAnnouncementSend/editByAnntIdAndUserId': { right: sendRead, wrong: { as: 'cashier', body: {} } },
    'GET /sys/annountCement/queryById': {
      right: async () => ({ as: 'cashier', query: { id: await c.released() } }),
      answer: { result: { titile: expect.stringContaining('公告'), sendStatus: '1' } },
      wrong: { as: 'cashier', ...GONE },
    },
    'GET /sys/annountCement/doReleaseData': {
      right: async () => ({ as: 'hq', query: { id: await c.announcement() } }),
      wrong: { as: 'hq', ...GONE },
    },
    'GET /sys/annountCement/doReovkeData': {
      right: async () => ({ as: 'hq', query: { id: await c.released() } }),
      wrong: { as: 'hq', ...GONE },
    },
    'GET /sys/dict/refleshCache': { right: () => ({}), wrong: { as: 'hq' } },
    [`GET ${TEMPLATES}/list`]: { right: () => ({ as: 'hq' }), answer: PAGE, wrong: { as: 'cashier' } },
    [`POST ${TEMPLATES}/add`]: {
      right: () => ({ as: 'hq', body: { templateCode: c.fresh('NEW'), templateName: 'x', templateType: '1' } }),
      wrong: { as: 'hq', body: { templateCode: '', templateName: 'x', templateType: '9' } },
    },
    [`PUT ${TEMPLATES}/edit`]: {
      right: async () => ({ as: 'hq', body: { id: (await c.template()).id, templateName: 'y' } }),
      wrong: { as: 'hq', body: { id: newId(), templateName: 'y' } },
    },
    [`DELETE ${TEMPLATES}/delete`]: {
      right: async () => ({ as: 'hq', query: { id: (await c.template()).id } }),
      wrong: { as: 'hq', ...GONE },
    },
    [`DELETE ${TEMPLATES}/deleteBatch`]: {
      right: async () => ({ as: 'hq', query: { ids: `${(await c.template()).id},` } }),
      wrong: { as: 'hq', query: { ids: ',' } },
    },
    [`GET ${TEMPLATES}/exportXls`]: {
      right: () => ({ as: 'hq' }),
      answer: { file: expect.any(Blob) },
      wrong: { as: 'cashier' },
    },
    [`POST ${TEMPLATES}/sendMsg`]: {
      right: async () => {
        const { templateCode } = await c.template()
        return { as: 'hq', body: { templateCode, testData: '{"name":"x"}', receiver: 'cashier', msgType: '4' } }
      },
      wrong: { as: 'hq', body: { templateCode: 'x', testData: '{', receiver: 'cashier', msgType: '4' } },
    },
    [`POST ${ROLES}/add`]: {
      right: () => ({ body: { roleCode: c.fresh('walk'), roleName: 'x' } }),
      wrong: { body: { roleCode: '', roleName: '' } },
    },
    [`PUT ${ROLES}/edit`]: {
      right: async () => ({ body: { id: (await c.role()).id, roleName: 'y' } }),
      wrong: { body: { id: 'nobody', roleName: 'y' } },
    },
    [`GET ${ROLES}/queryall`]: { right: () => ({ as: 'hq' }), answer: ROWS, wrong: { as: 'cashier' } },
    [`GET ${ROLES}/queryTreeList`]: { right: () => ({ as: 'hq' }), answer: PICKED, wrong: { as: 'cashier' } },
    [`POST ${USERS}/add`]: {
      right: () => ({ body: { username: c.fresh('new'), realname: 'x', ...NEW, selecteddeparts: STORE_ID } }),
      wrong: { body: { username: 'hq', realname: 'x', ...NEW, selecteddeparts: STORE_ID } },
    },
    [`PUT ${USERS}/edit`]: {
      right: async () => ({ body: { id: (await c.user()).id, realname: 'y', selecteddeparts: STORE_ID } }),
      wrong: { body: { id: newId(), realname: 'y' } },
    },
    [`PUT ${USERS}/editSlefInfo`]: {
      right: () => ({ as: 'hq', body: { realname: '总部', sex: 1 } }),
      wrong: { as: 'hq', body: { realname: '' } },
    },
    [`PUT ${USERS}/frozenBatch`]: {
      right: async () => ({ body: { ids: `${(await c.user()).id},`, status: 2 } }),
      wrong: { body: { ids: demoUsers.admin.id, status: 2 } },
    },
    [`PUT ${USERS}/changePassword`]: {
      right: async () => ({ body: { username: (await c.user()).username, ...NEW } }),
      wrong: { body: { username: 'cashier', ...NEW, confirmpassword: 'x' } },
    },
    [`GET ${USERS}/queryUserRole`]: {
      right: async () => ({ query: { userid: (await c.user()).id } }),
      answer: { result: ['cashier'] },
      wrong: { query: { userid: newId() } },
    },
    [`GET ${USERS}/list`]: {
      right: () => ({ as: 'hq', query: { username: '*cash*' } }),
      answer: PAGE,
      wrong: { as: 'cashier' },
    },
    'GET /api/user': { right: () => ({ as: 'hq' }), answer: PAGE, wrong: { as: 'cashier' } },
    'GET /api/role': { right: () => ({ as: 'hq' }), answer: PAGE, wrong: { as: 'cashier' } },
    'GET /api/permission': { right: () => ({ as: 'hq' }), answer: NODES, wrong: { as: 'cashier' } },
    'GET /api/permission/no-pager': { right: () => ({ as: 'hq' }), answer: PICKED, wrong: { as: 'cashier' } },
    [`GET ${USERS}/checkOnlyUser`]: {
      right: () => ({ query: { username: 'nobody-yet' } }),
      wrong: { as: 'hq', query: { username: 'hq' } },
    },
    [`GET ${USERS}/queryUserByDepId`]: {
      right: () => ({ as: 'hq', query: { id: STORE_ID } }),
      answer: ROWS,
      wrong: { as: 'hq', ...GONE },
    },
    [`POST ${RIGHTS}/add`]: { right: () => ({ body: menu() }), wrong: { body: { ...menu(), name: '' } } },
    [`PUT ${RIGHTS}/edit`]: {
      right: () => ({
        body: {
          ...menu(),
          id: 'menu-users',
          parentId: 'menu-system',
          url: '/isystem/user',
          component: 'system/UserList',
        },
      }),
      wrong: { body: { ...menu(), id: 'nothing' } },
    },
    [`GET ${RIGHTS}/list`]: { right: () => ({ as: 'hq' }), answer: NODES, wrong: { as: 'cashier' } },
    [`GET ${RIGHTS}/getSystemMenuList`]: { right: () => ({ as: 'hq' }), answer: NODES, wrong: { as: 'cashier' } },
    [`GET ${RIGHTS}/getSystemSubmenu`]: {
      right: () => ({ as: 'hq', query: { parentId: 'menu-system' } }),
      answer: NODES,
      wrong: { as: 'hq' },
    },
    [`GET ${RIGHTS}/getSystemSubmenuBatch`]: {
      right: () => ({ as: 'hq', query: { parentIds: 'menu-system,' } }),
      answer: { result: { 'menu-system': NODES.result } },
      wrong: { as: 'cashier', query: { parentIds: 'menu-system' } },
    },
    [`GET ${RIGHTS}/queryTreeList`]: { right: () => ({ as: 'hq' }), answer: PICKED, wrong: { as: 'cashier' } },
    [`GET ${RIGHTS}/queryRolePermission`]: {
      right: () => ({ as: 'hq', query: { roleId: 'cashier' } }),
      answer: { result: expect.arrayContaining(['playbeforepay:add']) },
      wrong: { as: 'hq', query: { roleId: 'nobody' } },
    },
    [`POST ${RIGHTS}/saveRolePermission`]: {
      right: async () => ({ body: { roleId: (await c.role()).id, permissionIds: LIST, lastpermissionIds: '' } }),
      wrong: { body: { roleId: 'nobody', permissionIds: LIST, lastpermissionIds: '' } },
    },
    [`POST ${RIGHTS}/saveDepartPermission`]: {
      right: () => ({ body: { departId: STORE_ID, permissionIds: LIST, lastpermissionIds: '' } }),
      wrong: { body: { departId: newId(), permissionIds: LIST, lastpermissionIds: '' } },
    },
    [`GET ${RIGHTS}/queryDepartPermission`]: {
      right: () => ({ as: 'hq', query: { departId: STORE_ID } }),
      answer: { result: expect.any(Array) },
      wrong: { as: 'hq', query: { departId: newId() } },
    },
    [`GET ${RIGHTS}/getPermRuleListByPermId`]: {
      right: () => ({ as: 'hq', query: { permissionId: LIST } }),
      answer: { result: expect.any(Array) },
      wrong: { as: 'cashier', query: { permissionId: LIST } },
    },
    [`GET ${RIGHTS}/queryPermissionRule`]: {
      right: () => ({ as: 'hq', query: { permissionId: LIST, ruleName: 'x' } }),
      answer: { result: expect.any(Array) },
      wrong: { as: 'cashier', query: { permissionId: LIST } },
    },
    [`GET ${STORES}/queryTreeList`]: { right: () => ({ as: 'hq' }), answer: NODES, wrong: { as: 'cashier' } },
    [`GET ${STORES}/queryTreeListByLogin`]: { right: () => ({ as: 'cashier' }), answer: NODES },
    [`GET ${STORES}/queryIdTree`]: { right: () => ({ as: 'hq' }), answer: NODES, wrong: { as: 'cashier' } },
    [`GET ${STORES}/queryIdTree2`]: { right: () => ({ as: 'cashier' }), answer: NODES },
    [`GET ${STORES}/searchBy`]: {
      right: async () => ({ as: 'hq', query: { keyWord: (await c.depart()).departName } }),
      answer: NODES,
      wrong: { as: 'hq', query: { keyWord: '没有这样的店' } },
    },
    'PUT /tuiguangrole/sysTuiguangRole/editdepart': {
      right: async () => ({ as: 'hq', body: { id: await c.promoterRole(), departIds: `${STORE_ID},` } }),
      wrong: { as: 'hq', body: { id: newId(), departIds: STORE_ID } },
    },
    [`GET ${STORES}/queryMyDeptTreeList`]: { right: () => ({ as: 'cashier' }), answer: { message: '1', result: null } },
    [`DELETE ${STORES}/delete`]: {
      right: async () => ({ as: 'hq', query: { id: (await c.depart()).id } }),
      wrong: { as: 'hq', query: { id: demoStores.A01A01.id } },
    },
    'GET /sys/sysDepartPermission/queryTreeListForDeptRole': {
      right: () => ({ as: 'hq', query: { departId: STORE_ID } }),
      answer: PICKED,
      wrong: { as: 'hq', query: { departId: newId() } },
    },
    'GET /sys/sysDepartPermission/queryDeptRolePermission': {
      right: async () => ({ as: 'hq', query: { roleId: (await c.departRole()).id } }),
      answer: { result: [] },
      wrong: { as: 'hq', query: { roleId: newId() } },
    },
    'POST /sys/sysDepartPermission/saveDeptRolePermission': {
      right: async () => ({ body: { roleId: (await c.departRole()).id, permissionIds: '', lastpermissionIds: '' } }),
      wrong: { body: { roleId: newId(), permissionIds: '', lastpermissionIds: '' } },
    },
    'POST /sys/dict/add': {
      right: () => ({ body: { dictName: 'x', dictCode: c.fresh('walk') } }),
      wrong: { body: { dictName: 'x', dictCode: 'sex' } },
    },
    'PUT /sys/dict/edit': {
      right: async () => ({ body: { id: (await c.dictionary()).id, dictName: c.fresh('新字典') } }),
      wrong: { body: { id: newId(), dictName: 'x' } },
    },
    'POST /sys/dictItem/add': {
      right: async () => ({
        body: { dictId: (await c.dictionary()).id, itemText: 'x', itemValue: '1', sortOrder: 1, status: 1 },
      }),
      wrong: { body: { dictId: newId(), itemText: 'x', itemValue: '1' } },
    },
    'PUT /sys/dictItem/edit': {
      right: async () => {
        const { id: dictId } = await c.dictionary()
        await c.made('POST /sys/dictItem/add', { body: { dictId, itemText: 'x', itemValue: '1' } })
        const { id } = await c.found('GET /sys/dictItem/list', { query: { dictId } })
        return { body: { id, itemText: 'y' } }
      },
      wrong: { body: { id: newId(), itemText: 'y' } },
    },
    'GET /sys/dict/getDictItems/{code}': {
      right: () => ({ as: 'cashier', at: 'sex' }),
      answer: { result: [{ value: '1', text: '男', title: '男' }, { value: '2' }] },
      wrong: { as: 'cashier', at: 'user_account,password_hash,id' },
    },
    'GET /sys/loginfo': {
      right: () => ({ as: 'cashier' }),
      answer: { result: { totalVisitCount: expect.any(Number), todayIp: expect.any(Number) } },
    },
    'GET /sys/visitInfo': {
      right: () => ({ as: 'cashier' }),
      answer: { result: expect.arrayContaining([expect.objectContaining({ tian: expect.any(String) })]) },
    },
    'GET /sys/duplicate/check': {
      right: () => ({ query: { tableName: 'sys_role', fieldName: 'role_code', fieldVal: 'nobody-yet' } }),
      wrong: { query: { tableName: 'sys_role', fieldName: 'role_code', fieldVal: 'hq' } },
    },
    'GET /sys/checkRule/checkByCode': {
      right: async () => {
        const ruleCode = c.fresh('walk')
        const ruleJson = JSON.stringify([{ digits: '*', pattern: 'a+', message: 'x' }])
        await c.made('POST /sys/checkRule/add', { body: { ruleName: 'x', ruleCode, ruleJson } })
        return { query: { ruleCode, value: 'aaa' } }
      },
      wrong: { query: { ruleCode: 'nothing', value: 'x' } },
    },
    [`POST ${USERS}/updatePassword`]: {
      right: async () => {
        const { username } = await c.user()
        const [token, oldpassword] = [await c.tokenOf(username, NEW.password), NEW.password]
        const password = 'Noch-Neuer-2'
        return { token, body: { username, oldpassword, password, confirmpassword: password } }
      },
      wrong: { as: 'hq', body: { username: 'hq', oldpassword: 'wrong', ...NEW } },
    },
  }
}
