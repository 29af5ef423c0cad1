import { isTextKey, type Locale, type TextKey, text } from './catalogue.ts'

/** The screens whose labels name the fields of calls below a path: `depart.mobile` is what `mobile` of a store is called. */
const screens: Record<string, string> = {
  '/sys/user': 'user',
  '/sys/role': 'role',
  '/sys/sysDepartRole': 'role',
  '/sys/sysDepart': 'depart',
  '/sys/permission': 'permission',
  '/sys/dict': 'dictionary',
  '/sys/dictItem': 'dictionary',
  '/sys/category': 'category',
  '/sys/position': 'field.position',
  '/sys/annountCement': 'announcement',
  '/sys/quartzJob': 'job',
  '/message/sysMessageTemplate': 'field.messageTemplate',
  '/message/sysMessage': 'field.message',
  '/playbeforepay/sysPlayBeforePay': 'records',
}

/** Fields that screens call otherwise than calls do, and those that mean the same in all calls. */
const labels: Record<string, TextKey> = {
  ...{ username: 'user.username', realname: 'user.realname', phone: 'user.phone', mobile: 'user.phone' },
  ...{ email: 'user.email', sex: 'user.sex', birthday: 'user.birthday', identity: 'user.identity' },
  ...{ password: 'login.password', oldpassword: 'password.old', confirmpassword: 'password.confirm' },
  ...{ captcha: 'login.captcha', smscode: 'login.code', selectedroles: 'user.roles', selecteddeparts: 'user.departs' },
  ...{ departName: 'depart.name', departNameEn: 'depart.nameEn', departNameAbbr: 'depart.abbr' },
  ...{ departOrder: 'depart.order', orgCategory: 'depart.category', orgCode: 'depart.code' },
  ...{ roleName: 'role.name', roleCode: 'role.code', parentId: 'permission.parent', menuType: 'permission.type' },
  ...{ internalOrExternal: 'permission.external', ruleName: 'rule.name', ruleColumn: 'rule.column' },
  ...{ ruleConditions: 'rule.condition', ruleValue: 'rule.value', dictName: 'dictionary.name' },
  ...{ dictCode: 'dictionary.code', jobClassName: 'job.name', cronExpression: 'job.cron' },
  ...{ titile: 'announcement.title', msgAbstract: 'announcement.abstract', msgContent: 'announcement.content' },
  ...{ msgCategory: 'announcement.category', msgType: 'announcement.audience', userIds: 'announcement.people' },
  ...{ startTime: 'announcement.from', endTime: 'announcement.until', openType: 'announcement.opens' },
  ...{ esTitle: 'message.title', esContent: 'announcement.content', esReceiver: 'template.receiver' },
  ...{ esType: 'template.type', textZh: 'dictionary.nameZh', textEn: 'dictionary.nameEn', name: 'settings.name' },
  ...{ receiver: 'template.receiver', testData: 'template.testJson' },
  ...{ consumeVehicleMode: 'records.mode', consumeType: 'records.type', cheshou: 'records.racer' },
  ...{ vehicleId: 'records.vehicle', roleId: 'rule.label', sysDepartConsumeRoleId: 'rule.label' },
  ...{
    userId: 'records.userId',
    people: 'records.people',
    remark: 'records.remark',
    description: 'role.description',
    startedAt: 'records.createTime',
  },
  ...{ countCycleNumber: 'records.laps', duration: 'records.minutes', sysOrgCode: 'records.store' },
  ...{ playState: 'records.state', ticketNo: 'records.ticket', consumePayMode: 'deduct.payMode' },
  ...{ payCode: 'settings.scanKind.payCode', printId: 'settings.printId', prefix: 'settings.prefix' },
  ...{ keyWord: 'log.keyWord', keyword: 'log.keyWord', createTime: 'field.createTime', createBy: 'field.createBy' },
}

/** What people call a field of the call at a path; the field's own name where no screen shows it. */
export function fieldLabel(locale: Locale, path: string, field: string): string {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  const [, screen] = Object.entries(screens).find(([start]) => path.startsWith(`${start}/`)) ?? []
  const key = `${screen}.${name}`
  if (screen !== undefined && isTextKey(key)) return text(locale, key)
  return Object.hasOwn(labels, name) ? text(locale, labels[name] as TextKey) : field
}
