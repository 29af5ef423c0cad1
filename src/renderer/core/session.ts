import { create } from 'zustand'
import { mayDo } from '#shared/core/may-do.ts'
import type { CurrentUser, Permissions, Store } from '#shared/features/access/access.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** The signed-in user and store. */
export interface Session {
  /** Identifies the sign-in; null on a terminal without the server. The platform holds the token. */
  signIn: string | null
  offline: boolean
  userInfo: CurrentUser
  departs: Store[]
  mustChooseStore: boolean
  permissions: Permissions | null
}

interface SessionState {
  /** Null when nobody is signed in; undefined until restored. */
  session: Session | null | undefined
  set(session: Session | null): void
  /** The reason for the end of the last session, shown on the sign-in page, because messages of pages vanish with them. */
  parting: TextKey | null
  /** The user is ending this sign-in, for example by a password change; further refusals by the server are not reported. */
  isLeaving: boolean
  /** The user no longer belongs to the session's store, or it is closed: another store must be selected first. */
  isStoreLost: boolean
}

export const useSession = create<SessionState>((set) => ({
  session: undefined,
  set: (session) =>
    set((old) => ({
      session,
      parting: session ? null : old.parting,
      isLeaving: old.isLeaving && session?.signIn === old.session?.signIn,
      isStoreLost: old.isStoreLost && session?.userInfo.orgCode === old.session?.userInfo.orgCode,
    })),
  parting: null,
  isLeaving: false,
  isStoreLost: false,
}))

export const isSignedIn = (): boolean => Boolean(useSession.getState().session)

/** The name of the session's store. */
export const storeNameOf = (session: Session | null | undefined): string =>
  session?.departs.find((store) => store.orgCode === session.userInfo.orgCode)?.departName ?? ''

export const useMay = (action: string): boolean =>
  useSession(({ session }) => mayDo(session?.permissions ?? null, action))
