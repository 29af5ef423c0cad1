/** Pages without a menu entry of the server, by their paths; the terminal's are shown where their pages are. */
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

/** Help about something that is no page of its own, by the component key of the page that it belongs to; null: for all users. */
export const TOPICS: Readonly<Record<string, string | null>> = {
  lists: null,
  practice: 'sessions/StartSession',
  'guest-screen': 'sessions/StartSession',
  'play-first': 'playbeforepay/SysPlayBeforePayList',
}
