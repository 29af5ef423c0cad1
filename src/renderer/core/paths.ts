/** Leads to what somebody works on; where the sign-in ends when nobody wanted a page. The root leads to the workplace (spec §2). */
export const START = '/start'

/** The address of the sign-in page that leads back to where the user wanted to go (spec §2). */
export const signInPath = (wanted: string): string =>
  wanted === '/' || wanted === START || wanted.startsWith('/user/')
    ? '/user/login'
    : `/user/login?redirect=${encodeURIComponent(wanted)}`

/** The path in a redirect parameter; anything that is not a path inside the program is ignored. */
export function redirectOf(search: string): string | null {
  const wanted = new URLSearchParams(search).get('redirect')
  return wanted?.startsWith('/') && !wanted.startsWith('//') ? wanted : null
}
