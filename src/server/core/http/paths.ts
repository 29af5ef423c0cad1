/** The API family's base path, served besides `/api/` (`api-family 1.1`), so that its clients work unchanged. */
const FAMILY_BASE = '/jeecg-boot/'
/** Paths that later versions of the API family have below `sys` as well. */
const MOVED = /^\/api\/sys\/(message|oss\/file|actuator|thirdLogin|cas)\//

/** Legacy paths from the template that the clients are built on, and the calls that they map to (spec §7). */
const STAND_FOR: Readonly<Record<string, string>> = {
  '/api/auth/register': '/api/sys/user/register',
  '/api/auth/forge-password': '/api/sys/user/passwordChange',
  '/api/account/sms': '/api/sys/sms',
  '/api/user/info': '/api/sys/user/profile',
  '/api/api/user': '/api/sys/user/list',
  '/api/api/role': '/api/sys/role/list',
  '/api/api/permission': '/api/sys/permission/list',
  '/api/api/permission/no-pager': '/api/sys/permission/queryTreeList',
  // The offers of a venue.
  '/api/api/service': '/api/consume/sysConsume/consumerolelistpc',
}

const MEMBER_PAGE = '/m/'

/** A guest with a wrong address of the member page gets the page, which reads the address and says what is wrong. */
function shownPath(path: string): string {
  if (!path.startsWith(MEMBER_PAGE)) return path
  try {
    // Without a use of its result the bundler removes the call.
    return decodeURIComponent(path) === '' ? MEMBER_PAGE : path
  } catch {
    return MEMBER_PAGE
  }
}

/** Normalizes the path of a call: clients of the API family join base and path with a double slash, and end some with one. */
export function ourPath(url: string): string {
  const [path = '', ...query] = url.split('?')
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const called = single.startsWith(FAMILY_BASE) ? `/api/${single.slice(FAMILY_BASE.length)}` : single
  const ours = called.startsWith('/api/') ? called.replace(/\/$/, '') : called
  return [STAND_FOR[ours] ?? shownPath(ours.replace(MOVED, '/api/$1/')), ...query].join('?')
}
