import { Button } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import type { Account } from '#renderer/platform/platform.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { SignInForm } from './sign-in-form.tsx'

interface SignInAgainProps {
  /** The reason for the new sign-in. */
  hint: string
  signIn(account: Account): Promise<unknown>
  onDone(): void
  onLeave(): void
}

/** A sign-in over the screen that the end of the session interrupted; the screen keeps its state. */
export function SignInAgain({ hint, signIn, onDone, onLeave }: SignInAgainProps) {
  const { t } = useText()
  const username = useSession(({ session }) => session?.userInfo.username ?? '')
  // Ignore cards swiped now: they must not replace the member on the screen.
  useScan(() => undefined, 'dialog')

  const enter = async (account: Account) => {
    const before = useSession.getState().session?.userInfo
    await signIn(account)
    const now = useSession.getState().session?.userInfo
    // Reload where the store has changed.
    if (now?.orgCode !== before?.orgCode) return location.reload()
    onDone()
    // The screen's data may have been refused to the ended sign-in, or belong to another user.
    await queryClient.invalidateQueries()
  }

  return (
    <>
      <p>{hint}</p>
      <SignInForm again={{ username, signIn: enter }} />
      <Button type="link" block onClick={onLeave}>
        {t('user.logout')}
      </Button>
    </>
  )
}
