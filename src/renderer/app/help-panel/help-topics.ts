import { PRACTICE_QUERY } from '#renderer/core/addresses/paths.ts'

/** Pages without a menu entry of the server, by their paths; a browser has only the help of the terminal's. */
export const PUBLIC_HELP: Readonly<Record<string, string>> = {
  '/user/login': 'sign-in',
  '/user/register': 'register',
  '/user/register-result': 'register-result',
  '/user/alteration': 'password-reset',
}

export const TERMINAL_HELP: Readonly<Record<string, string>> = {
  '/terminal/sync': 'sync-centre',
  '/terminal/settings': 'settings',
  '/terminal/setup': 'setup',
  '/terminal/diagnostics': 'diagnostics',
}

/** The help of the screen that covers a locked counter. */
export const LOCK_HELP = 'lock-screen'

/**
 * Help about something that is no page of its own, with the component key of the page that it belongs to (null: for all users), and the
 * query by which that page shows it.
 */
export const TOPICS: Readonly<Record<string, { of: string | null; search?: string }>> = {
  lists: { of: null },
  practice: { of: 'sessions/StartSession', search: PRACTICE_QUERY },
  'guest-screen': { of: 'sessions/StartSession' },
  'shift-work': { of: 'sessions/StartSession' },
  'play-first': { of: 'playbeforepay/SysPlayBeforePayList' },
}
