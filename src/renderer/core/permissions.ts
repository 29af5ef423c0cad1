import { client } from './client.ts'
import { currentLocale } from './locale.ts'
import { useSession } from './session.ts'

/**
 * Requests the menu and permissions of the signed-in user anew; until the answer arrives the old ones remain. Returns whether they
 * were replaced: not for another user, store or language than they were requested for.
 */
export async function reloadPermissions(): Promise<boolean> {
  const locale = currentLocale()
  const { session: asked } = useSession.getState()
  if (!asked?.permissions || !asked.signIn) return false
  const { result } = await client.signIn.permissions()
  const { session, set } = useSession.getState()
  const isOfThese = session?.signIn === asked.signIn && session.userInfo.orgCode === asked.userInfo.orgCode
  if (!isOfThese || currentLocale() !== locale) return false
  set({ ...session, permissions: result })
  return true
}
