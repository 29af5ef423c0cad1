import { useSession } from '#renderer/core/session.ts'

/** `orgCode/userId` of the user: the owner of drafts and of payments with an unknown result. */
export const useOwner = (): string =>
  useSession(({ session }) => (session ? `${session.userInfo.orgCode}/${session.userInfo.id}` : ''))
