import { lazy } from 'react'

/** The member dialogs, loaded on first use. */
export const MemberRegistration = lazy(async () => ({
  default: (await import('#renderer/features/members/registration/member-registration.tsx')).MemberRegistration,
}))
export const MemberGlance = lazy(async () => ({ default: (await import('./member-glance.tsx')).MemberGlance }))
