import { create } from 'zustand'
import { mayDo } from '#shared/core/may-do.ts'
import type { CurrentUser, Permissions, Store } from '#shared/features/access/access.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Who works at this screen. */
export interface Session {
  /** Tells one sign-in from another; null on a terminal without the server. The token is its platform's. */
  signIn: string | null
  offline: boolean
  userInfo: CurrentUser
  departs: Store[]
  mustChooseStore: boolean
  permissions: Permissions | null
}

interface SessionState {
  /** Null when nobody is signed in; undefined while that is not known yet. */
  session: Session | null | undefined
  set(session: Session | null): void
  /** What the sign-in page says of the end of the last session: messages of the pages go with the pages. */
  parting: TextKey | null
  /** The person ends this sign-in, such as by a new password: that the server refuses it from then on is no news. */
  isLeaving: boolean
  /** The person no longer works at the store of this session, or it is closed: nothing goes on until another is chosen. */
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

/** The name of the store that the session works in. */
export const storeNameOf = (session: Session | null | undefined): string =>
  session?.departs.find((store) => store.orgCode === session.userInfo.orgCode)?.departName ?? ''

export const useMay = (action: string): boolean =>
  useSession(({ session }) => mayDo(session?.permissions ?? null, action))
