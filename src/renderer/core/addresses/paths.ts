import { parsePath } from 'react-router'

/** Redirects to the user's main page; used after a sign-in without a redirect. The root redirects to the workplace (spec §2). */
export const START = '/start'

/** The query of the counter's address that begins practice. */
export const PRACTICE_QUERY = '?practice=1'

/** The address of the sign-in page with a redirect to the requested page (spec §2). */
export const signInPath = (wanted: string): string =>
  wanted === '/' || wanted === START || wanted.startsWith('/user/')
    ? '/user/login'
    : `/user/login?redirect=${encodeURIComponent(wanted)}`

/** The path in a redirect parameter; anything that is not a path inside the program is ignored. */
export function redirectOf(search: string): string | null {
  const wanted = new URLSearchParams(search).get('redirect')
  return wanted?.startsWith('/') && !wanted.startsWith('//') ? wanted : null
}

/**
 * The query of the current address. The router renders an address in a transition, so that a hook may still hold an
 * older one; a change of one parameter starts from here.
 */
export const currentQuery = (): URLSearchParams => new URLSearchParams(parsePath(window.location.hash.slice(1)).search)
