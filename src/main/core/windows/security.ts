import { app, protocol, type Session, session, shell, type WebContents } from 'electron'
import type { Log } from '#main/core/log.ts'
import { appFiles } from '#main/core/storage/app-files.ts'
import { APP_SCHEME, isGuestPage, isGuide, isOwnPage } from './own-page.ts'
import { isGranted } from './permissions.ts'

/** Must run before Electron is ready; makes the scheme a secure origin. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves our pages and grants their permissions; denies all others. */
export function secureSession(
  rendererDir: string,
  serverUrl: () => string,
  target: Session = session.defaultSession,
): void {
  target.protocol.handle(APP_SCHEME, appFiles(rendererDir, serverUrl))
  target.setPermissionRequestHandler((contents, permission, callback, details) =>
    callback(isGranted(permission, 'mediaTypes' in details ? details.mediaTypes : []) && isOwnOrNone(contents)),
  )
  target.setPermissionCheckHandler(
    (contents, permission, _origin, { mediaType }) => isGranted(permission, [mediaType]) && isOwnOrNone(contents),
  )
  target.setDevicePermissionHandler(() => false)
}

/** Chromium's network service requests permissions without a window. */
const isOwnOrNone = (contents: WebContents | null): boolean =>
  !contents || (isOwnPage(contents.getURL()) && !isGuestPage(contents.getURL()))

/**
 * Prevents new windows and navigation away from our pages, such as by a link in a message. The guide of this terminal's server opens in
 * the default browser.
 */
export function confineWindows(log: Log, serverUrl: () => string): void {
  app.on('web-contents-created', (_event, contents) => {
    const preventNavigation = (event: { url: string; preventDefault(): void }): void => {
      if (isOwnPage(event.url)) return
      event.preventDefault()
      log.warn('navigation refused', { url: event.url })
    }
    contents.on('will-navigate', preventNavigation)
    contents.on('will-frame-navigate', preventNavigation)
    contents.on('will-redirect', preventNavigation)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      if (isGuide(url, serverUrl())) {
        shell.openExternal(url).catch((error: unknown) => log.warn('guide not opened', { error }))
      } else log.warn('new window refused', { url })
      return { action: 'deny' }
    })
  })
}
