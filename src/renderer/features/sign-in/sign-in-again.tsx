import { Button } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import type { Account } from '#renderer/platform/platform.ts'
import { useScan } from '#renderer/ui/scans.ts'
import { SignInForm } from './sign-in-form.tsx'

interface SignInAgainProps {
  /** Why it is asked for. */
  hint: string
  signIn(account: Account): Promise<unknown>
  onDone(): void
  onLeave(): void
}

/** The sign-in over the screen that its end interrupted: what was chosen there is still chosen afterwards. */
export function SignInAgain({ hint, signIn, onDone, onLeave }: SignInAgainProps) {
  const { t } = useText()
  const username = useSession(({ session }) => session?.userInfo.username ?? '')
  // A card swiped now belongs to no dialog, and must not take the place of the member on the screen.
  useScan(() => undefined, 'dialog')

  const enter = async (account: Account) => {
    const before = useSession.getState().session?.userInfo
    await signIn(account)
    const now = useSession.getState().session?.userInfo
    // Another store is another counter.
    if (now?.orgCode !== before?.orgCode) return location.reload()
    onDone()
    // What an open screen shows may have been refused to the sign-in that ended, or is another person's.
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
