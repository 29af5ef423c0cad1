import { Identity } from '#shared/features/access/access.schema.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { PlayState, RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { VehicleState } from '#shared/features/vehicles/vehicles.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { familyDictionaries } from './dictionaries.data.ts'

interface Menu {
  id: string
  title: TextKey
  icon: string
  /** The key under which the renderer's registry finds the page. */
  component: string
  /** The route's name as the family derives it from the address. */
  name: string
  url: string
  /** The entry that it stands below; left out: the top level. */
  parent?: string
  /** Reached from elsewhere, not from the menu. */
  hidden?: boolean
  /** Modules of action codes whose buttons belong to the page. */
  modules?: readonly string[]
}

const nameOf = (url: string): string => url.slice(1).replaceAll('/', '-').replaceAll(':', '@')

const page = (
  id: string,
  title: TextKey,
  [component, icon, url]: [component: string, icon: string, url: string],
  more: Pick<Menu, 'parent' | 'hidden' | 'modules'> & { name?: string } = {},
): Menu => ({ id: `menu-${id}`, title, icon, component, name: nameOf(url), url, ...more })

const inSystem = (...modules: string[]) => ({ parent: 'menu-system', modules })
const inMessages = (...modules: string[]) => ({ parent: 'menu-messages', modules })

export const menus: readonly Menu[] = [
  {
    id: 'menu-home',
    title: 'menu.home',
    icon: 'home',
    component: 'dashboard/Analysis',
    name: 'dashboard-analysis',
    url: '/dashboard/analysis',
  },
  {
    id: 'menu-counter',
    title: 'menu.counter',
    icon: 'thunderbolt',
    component: 'sessions/StartSession',
    name: 'counter',
    url: '/counter',
    modules: ['cashier', 'member', 'rule', 'vehicle', 'terminal', 'refusal'],
  },
  {
    id: 'menu-playbeforepay',
    title: 'menu.playBeforePay',
    icon: 'unordered-list',
    component: 'playbeforepay/SysPlayBeforePayList',
    name: 'playbeforepay-sysPlayBeforePayList',
    url: '/playbeforepay/sysPlayBeforePayList',
    modules: ['playbeforepay', 'consume'],
  },
  page('messages', 'menu.messages', ['layouts/RouteView', 'message', '/message']),
  page(
    'templates',
    'menu.templates',
    ['modules/message/SysMessageTemplateList', 'file-text', '/modules/message/sysMessageTemplateList'],
    inMessages('template', 'message'),
  ),
  page(
    'announcements',
    'menu.announcements',
    ['system/SysAnnouncementList', 'notification', '/isystem/annountCement'],
    inMessages('announcement'),
  ),
  page(
    'my-messages',
    'menu.myMessages',
    ['system/UserAnnouncementList', 'bell', '/isps/userAnnouncement'],
    inMessages(),
  ),
  page('system', 'menu.system', ['layouts/RouteView', 'setting', '/isystem'], { modules: ['checkrule', 'ossfile'] }),
  page('users', 'menu.users', ['system/UserList', 'user', '/isystem/user'], inSystem('user')),
  page('roles', 'menu.roles', ['system/RoleList', 'team', '/isystem/role'], inSystem('role')),
  page(
    'permissions',
    'menu.permissions',
    ['system/PermissionList', 'safety', '/isystem/permission'],
    inSystem('permission'),
  ),
  page('departs', 'menu.departs', ['system/DepartList', 'apartment', '/isystem/depart'], inSystem('depart')),
  page(
    'depart-roles',
    'menu.departRoles',
    ['system/DepartRoleList', 'idcard', '/isystem/departRole'],
    inSystem('departrole'),
  ),
  page('dicts', 'menu.dicts', ['system/DictList', 'book', '/isystem/dict'], inSystem('dict')),
  page(
    'positions',
    'menu.positions',
    ['system/SysPositionList', 'solution', '/isystem/position'],
    inSystem('position'),
  ),
  page('categories', 'menu.categories', ['system/SysCategoryList', 'cluster', '/isys/category'], inSystem('category')),
  page('logs', 'menu.logs', ['system/LogList', 'history', '/isystem/log'], inSystem('log', 'audit')),
  page('jobs', 'menu.jobs', ['system/QuartzJobList', 'clock-circle', '/isystem/QuartzJobList'], inSystem('job')),
  page('account', 'menu.account', ['account/center/Index', 'profile', '/account/center'], { hidden: true }),
  page('account-settings', 'menu.accountSettings', ['account/settings/Index', 'tool', '/account/settings/Index'], {
    hidden: true,
    name: 'account-settings-base',
  }),
]

interface RolePreset {
  id: string
  name: string
  menus: ReadonlySet<string>
  may: (action: string) => boolean
}

const everyMenu = new Set(menus.map(({ id }) => id))
/** What every account reaches. */
const ownMenus = [
  'menu-home',
  'menu-playbeforepay',
  'menu-messages',
  'menu-my-messages',
  'menu-account',
  'menu-account-settings',
]
const staffMenus = new Set([...ownMenus, 'menu-counter'])
const partnerMenus = new Set(ownMenus)
/** What serves all chains: only the platform keeps it, and headquarters see the dictionaries and categories. */
const without = (...ids: string[]) => new Set([...everyMenu].filter((id) => !ids.includes(id)))
const hqMenus = without('menu-permissions', 'menu-jobs')
const managerMenus = without('menu-permissions', 'menu-jobs', 'menu-dicts', 'menu-categories')
const changing = (module: string) => ['add', 'edit', 'delete'].map((verb) => `${module}:${verb}`)
/** What serves all chains at once: headquarters of one read it, and change nothing that the others live by. */
const platformOnly = new Set(['permission:edit', ...['checkrule', 'dict', 'category'].flatMap(changing)])
const isPlatforms = (action: string) => platformOnly.has(action) || action.startsWith('job:')
/** What a manager does not do: it concerns more than one store, or takes rows off the log. */
const aboveManagers = new Set(['depart:edit', 'depart:delete', 'log:delete', 'user:recycle'])
const oneOf = (...actions: string[]) => {
  const set = new Set(actions)
  return (action: string) => set.has(action) || set.has(`${action.split(':')[0]}:*`)
}

/** The roles of a new system; a store may change them. */
export const rolePresets: readonly RolePreset[] = [
  { id: 'admin', name: '平台管理员', menus: everyMenu, may: () => true },
  {
    id: 'hq',
    name: '总部',
    menus: hqMenus,
    // Who may give a right must have it: headquarters give managers and cashiers theirs.
    may: (action) => !isPlatforms(action),
  },
  {
    id: 'manager',
    name: '店长（单店通用）',
    menus: managerMenus,
    may: (action) => !isPlatforms(action) && !aboveManagers.has(action),
  },
  {
    id: 'coach',
    name: '教练',
    menus: staffMenus,
    may: oneOf('playbeforepay:add', 'playbeforepay:list', 'consume:print', 'rule:search', 'vehicle:*', 'terminal:use'),
  },
  {
    id: 'cashier',
    name: '收银员',
    menus: staffMenus,
    may: oneOf(
      'playbeforepay:add',
      'playbeforepay:list',
      'playbeforepay:consume',
      'consume:*',
      'member:search',
      'rule:search',
      'vehicle:*',
      'cashier:search',
      'terminal:use',
      'refusal:list',
    ),
  },
  { id: 'partner', name: '合作方', menus: partnerMenus, may: oneOf('playbeforepay:list') },
]

interface Dictionary {
  code: string
  name: TextKey
  items: readonly { value: string; title: TextKey }[]
}

const items = (values: readonly string[], prefix: string): Dictionary['items'] =>
  // The texts exist for every value of these enums; migrating fails at once where one is missing.
  values.map((value) => ({ value, title: `${prefix}.${value}` as TextKey }))

export const dictionaries: readonly Dictionary[] = [
  { code: 'consume_type', name: 'dict.consumeType', items: items(ConsumeType.options, 'type') },
  { code: 'run_mode', name: 'dict.runMode', items: items(RunMode.options, 'mode') },
  { code: 'play_state', name: 'dict.playState', items: items(PlayState.options, 'state') },
  { code: 'vehicle_state', name: 'dict.vehicleState', items: items(VehicleState.options, 'vehicle.state') },
  { code: 'identity', name: 'dict.identity', items: items(Identity.options, 'identity') },
  {
    code: 'pay_state',
    name: 'dict.payState',
    items: items(['nopay', 'payed', 'closed', 'refunding', 'refunded'], 'payState'),
  },
  { code: 'sex', name: 'dict.sex', items: items(['1', '2'], 'sex') },
  { code: 'yn', name: 'dict.yesNo', items: items(['YES', 'NO'], 'yesNo') },
  ...familyDictionaries.map(({ code, values }) => ({
    code,
    name: `dict.${code}` as TextKey,
    items: items(values, `dict.${code}`),
  })),
]
