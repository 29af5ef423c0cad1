import { isTextKey, type Locale, type TextKey, text } from './catalogue.ts'

/** Fields that several calls share, and those that screens call otherwise than calls do. */
const everywhere: Record<string, TextKey> = {
  username: 'user.username',
  realname: 'user.realname',
  phone: 'user.phone',
  mobile: 'user.phone',
  email: 'user.email',
  sex: 'user.sex',
  birthday: 'user.birthday',
  identity: 'user.identity',
  password: 'login.password',
  newPassword: 'password.new',
  oldpassword: 'password.old',
  confirmpassword: 'password.confirm',
  captcha: 'login.captcha',
  smscode: 'login.code',
  selectedroles: 'user.roles',
  selecteddeparts: 'user.departs',
  departName: 'depart.name',
  departNameEn: 'depart.nameEn',
  departNameAbbr: 'depart.abbr',
  departOrder: 'depart.order',
  orgCategory: 'depart.category',
  orgCode: 'depart.code',
  roleName: 'role.name',
  roleCode: 'role.code',
  parentId: 'permission.parent',
  menuType: 'permission.type',
  internalOrExternal: 'permission.external',
  ruleName: 'rule.name',
  ruleColumn: 'rule.column',
  ruleConditions: 'rule.condition',
  ruleValue: 'rule.value',
  dictName: 'dictionary.name',
  dictCode: 'dictionary.code',
  jobClassName: 'job.name',
  cronExpression: 'job.cron',
  titile: 'announcement.title',
  msgAbstract: 'announcement.abstract',
  msgContent: 'announcement.content',
  homeImage: 'announcement.homeImage',
  msgCategory: 'announcement.category',
  msgType: 'announcement.audience',
  userIds: 'announcement.people',
  startTime: 'announcement.from',
  endTime: 'announcement.until',
  openType: 'announcement.opens',
  esTitle: 'message.title',
  esContent: 'announcement.content',
  esReceiver: 'template.receiver',
  esType: 'template.type',
  textZh: 'dictionary.nameZh',
  textEn: 'dictionary.nameEn',
  name: 'settings.name',
  receiver: 'template.receiver',
  testData: 'template.testJson',
  consumeVehicleMode: 'records.mode',
  consumeType: 'records.type',
  racer: 'records.racer',
  vehicleId: 'records.vehicle',
  ruleId: 'rule.label',
  sysDepartConsumeRoleId: 'rule.label',
  userId: 'records.userId',
  people: 'records.people',
  remark: 'records.remark',
  description: 'role.description',
  startedAt: 'records.createTime',
  countCycleNumber: 'records.laps',
  duration: 'records.minutes',
  sysOrgCode: 'records.store',
  playState: 'records.state',
  ticketNo: 'records.ticket',
  consumePayMode: 'deduct.payMode',
  payCode: 'settings.scanKind.payCode',
  received: 'ticket.received',
  printId: 'settings.printId',
  shiftId: 'payFrom.shift',
  safeReason: 'payFrom.reason',
  photoId: 'photo.photoId',
  noPhoto: 'photo.noPhoto',
  prefix: 'settings.prefix',
  keyWord: 'log.keyWord',
  keyword: 'log.keyWord',
  createTime: 'field.createTime',
  createBy: 'field.createBy',
}

/** What a call says about the names of its fields. */
export interface NamedFields {
  labels?: Readonly<Record<string, TextKey>>
  screen?: string
}

/** What people call a field of a call: as the call's own labels, its screen or all screens name it; else the field's own name. */
export function fieldLabel(locale: Locale, { labels = {}, screen }: NamedFields, field: string): string {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined
  if (label) return text(locale, label)
  const key = `${screen}.${name}`
  if (screen !== undefined && isTextKey(key)) return text(locale, key)
  return Object.hasOwn(everywhere, name) ? text(locale, everywhere[name] as TextKey) : field
}
