import { App, Button } from 'antd'
import { createElement, lazy, Suspense, useEffect, useRef } from 'react'
import { client } from '#renderer/core/client.ts'
import { refusals } from '#renderer/core/http/refusals.ts'
import { replayTyped } from '#renderer/core/keyboard/type-ahead.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { ErrorCode } from '#shared/core/errors.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Spec §8: long enough to read the message. */
const RELOAD_AFTER_MS = 1500

const texts: Record<number, TextKey> = {
  403: 'error.forbidden',
  404: 'error.common.notFound',
  504: 'error.common.timeout',
}

const SignInAgain = lazy(async () => ({
  default: (await import('#renderer/features/sign-in/index.ts')).SignInAgain,
}))

const STORE_LOST: ReadonlySet<ErrorCode> = new Set(['auth.chooseStore', 'auth.storeClosed'])

/** For headquarters single calls may require a store; only a user without any store has lost the session's. */
async function noteLostStore(): Promise<void> {
  const { session, isStoreLost } = useSession.getState()
  if (isStoreLost || !session || session.userInfo.identity === '-1') return
  const { result } = await client.signIn.currentDeparts()
  const now = useSession.getState().session
  const isSame = now?.signIn === session.signIn && now?.userInfo.orgCode === session.userInfo.orgCode
  if (result.orgCode === '' && isSame) useSession.setState({ isStoreLost: true })
}

/**
 * Reports errors that concern the whole program (spec §8). Business errors are shown by the screen next to what
 * they concern.
 */
export function useErrorReporting(): void {
  const platform = usePlatform()
  const { t } = useText()
  const { message, modal, notification } = App.useApp()
  const isReported = useRef(false)

  useEffect(
    () =>
      refusals.on(({ code, httpStatus }) => {
        const { session, isLeaving } = useSession.getState()
        if (isLeaving && (code === 'auth.tokenInvalid' || httpStatus === 401)) return
        const isSignedIn = Boolean(session)
        const leave = async () => {
          const left = platform.session.signOut().catch(() => null)
          // A browser need not wait for the sign-out call of an ended sign-in: the form is drawn once, and empty.
          if (platform.kind === 'terminal') await left
          location.reload()
        }
        const { signInAgain } = platform.session
        const askAgain = (title: string, hint: string) => {
          if (isReported.current) return
          isReported.current = true
          const done = () => {
            isReported.current = false
            dialog.destroy()
          }
          const form =
            signInAgain && createElement(SignInAgain, { hint, signIn: signInAgain, onDone: done, onLeave: leave })
          const content = createElement(Suspense, { fallback: null }, form)
          // After the dialog has faded out and the counter below handles keys again.
          const afterClose = () => replayTyped('signIn')
          const dialog = modal.confirm({ title, icon: null, footer: null, keyboard: false, content, afterClose })
        }
        if (code === 'auth.tokenInvalid' && isSignedIn && signInAgain) {
          askAgain(t('error.expired'), t('error.expiredHint'))
        } else if (code === 'auth.tokenInvalid' && isSignedIn) {
          if (isReported.current) return
          isReported.current = true
          modal.error({
            title: t('error.expired'),
            content: t('error.expiredHint'),
            okText: t('error.relogin'),
            keyboard: false,
            onOk: leave,
          })
        } else if (session && STORE_LOST.has(code)) {
          noteLostStore().catch(() => null)
        } else if (httpStatus === 401 && session?.offline) {
          const comeBack = () => {
            if (!signInAgain) return void leave()
            notification.destroy('signInAgain')
            askAgain(t('error.serverBack'), t('error.serverBackHint'))
          }
          // A session from before the server returned: nothing has expired, and the guest at the counter must not wait.
          notification.info({
            key: 'signInAgain',
            title: t('error.serverBack'),
            description: t('error.serverBackHint'),
            // Where it covers nothing needed to start the next ride.
            placement: 'bottomLeft',
            style: { marginBottom: 72 },
            duration: false,
            actions: createElement(Button, { type: 'primary', onClick: comeBack }, t('error.relogin')),
          })
        } else if (httpStatus === 401) {
          if (isReported.current) return
          isReported.current = true
          void message.error(t('error.auth.tokenMissing'))
          setTimeout(() => {
            // Another user may have signed in meanwhile.
            if (useSession.getState().session?.signIn === session?.signIn) void leave()
          }, RELOAD_AFTER_MS)
        } else {
          const key = texts[httpStatus]
          // One notice for any number of requests with the same error; other errors are shown in their context.
          if (key) notification.error({ key, title: t('error.system'), description: t(key) })
        }
      }),
    [platform, t, message, modal, notification],
  )
}
