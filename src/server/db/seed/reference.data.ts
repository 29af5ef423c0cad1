import { Identity } from '#shared/features/access/access.contract.ts'
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
}

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
  },
  {
    id: 'menu-playbeforepay',
    title: 'menu.playBeforePay',
    icon: 'unordered-list',
    component: 'playbeforepay/SysPlayBeforePayList',
    name: 'playbeforepay-sysPlayBeforePayList',
    url: '/playbeforepay/sysPlayBeforePayList',
  },
]

interface RolePreset {
  id: string
  name: string
  menus: ReadonlySet<string>
  may: (action: string) => boolean
}

const everyMenu = new Set(menus.map(({ id }) => id))
const withoutCounter = new Set(['menu-home', 'menu-playbeforepay'])
const oneOf = (...actions: string[]) => {
  const set = new Set(actions)
  return (action: string) => set.has(action) || set.has(`${action.split(':')[0]}:*`)
}

/** What concerns all stores at once. */
const platformOnly = new Set(['job'])

/** The roles of a new system; a store may change them. */
export const rolePresets: readonly RolePreset[] = [
  { id: 'admin', name: '平台管理员', menus: everyMenu, may: () => true },
  {
    id: 'hq',
    name: '总部',
    menus: withoutCounter,
    may: oneOf(
      'playbeforepay:list',
      'playbeforepay:delete',
      'playbeforepay:consume',
      'consume:*',
      'member:search',
      'rule:search',
      'vehicle:*',
      'cashier:search',
      'refusal:*',
      'announcement:*',
      'template:*',
      'message:*',
      'position:*',
    ),
  },
  {
    id: 'manager',
    name: '店长（单店通用）',
    menus: everyMenu,
    may: (action) => !platformOnly.has(action.split(':')[0] ?? ''),
  },
  {
    id: 'coach',
    name: '教练',
    menus: everyMenu,
    may: oneOf('playbeforepay:add', 'playbeforepay:list', 'consume:print', 'rule:search', 'vehicle:*', 'terminal:use'),
  },
  {
    id: 'cashier',
    name: '收银员',
    menus: everyMenu,
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
  { id: 'partner', name: '合作方', menus: withoutCounter, may: oneOf('playbeforepay:list') },
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
