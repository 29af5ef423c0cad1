/** Where the family's servers have what we have at `/api/` (`api-family 1.1`): its clients find us without being changed. */
const FAMILY_BASE = '/jeecg-boot/'
/** Later versions of the family have these below `sys` as well. */
const MOVED = /^\/api\/sys\/(message|oss\/file|actuator|thirdLogin)\//

/** Calls that clients brought along from the template that they were made from, and those that they stand for (spec §7). */
const STAND_FOR: Readonly<Record<string, string>> = {
  '/api/auth/register': '/api/sys/user/register',
  '/api/auth/forge-password': '/api/sys/user/passwordChange',
  '/api/account/sms': '/api/sys/sms',
  '/api/user/info': '/api/sys/user/profile',
  '/api/api/user': '/api/sys/user/list',
  '/api/api/role': '/api/sys/role/list',
  '/api/api/permission': '/api/sys/permission/list',
  '/api/api/permission/no-pager': '/api/sys/permission/queryTreeList',
  // What a venue has on offer.
  '/api/api/service': '/api/consume/sysConsume/consumerolelistpc',
}

/** The address of a call as we know it: clients of the family join their base and its path with a slash too many. */
export function ourPath(url: string): string {
  const [path = '', ...query] = url.split('?')
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const ours = single.startsWith(FAMILY_BASE) ? `/api/${single.slice(FAMILY_BASE.length)}` : single
  return [STAND_FOR[ours] ?? ours.replace(MOVED, '/api/$1/'), ...query].join('?')
}
