import { app, protocol, type Session, session, type WebContents } from 'electron'
import { appFiles } from './app-files.ts'
import type { Log } from './log.ts'
import { APP_SCHEME, isOwnPage } from './own-page.ts'

/** Must run before Electron is ready: the scheme then counts as a secure origin of its own. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

const grantedPermissions: readonly string[] = [
  // Chromium asks for these when a page connects to the venue's network or to this computer: that is our server.
  'local-network',
  'local-network-access',
  'loopback-network',
  // Copying a number out of a table; reading the clipboard stays refused.
  'clipboard-sanitized-write',
]

/** Serves our own pages, and grants them these few permissions and nobody any other. */
export function secureSession(
  rendererDir: string,
  serverUrl: () => string,
  target: Session = session.defaultSession,
): void {
  target.protocol.handle(APP_SCHEME, appFiles(rendererDir, serverUrl))
  target.setPermissionRequestHandler((contents, permission, callback) =>
    callback(grantedPermissions.includes(permission) && isOwnOrNone(contents)),
  )
  target.setPermissionCheckHandler(
    (contents, permission) => grantedPermissions.includes(permission) && isOwnOrNone(contents),
  )
  target.setDevicePermissionHandler(() => false)
}

/** Chromium's network service asks without naming a window. */
const isOwnOrNone = (contents: WebContents | null): boolean => !contents || isOwnPage(contents.getURL())

/** No window of ours ever leaves our pages or opens another: a link in a message cannot take the counter away. */
export function confineWindows(log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (isOwnPage(event.url)) return
      event.preventDefault()
      log.warn('navigation refused', { url: event.url })
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      log.warn('new window refused', { url })
      return { action: 'deny' }
    })
  })
}
