import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadTexts } from '#renderer/core/locale.ts'
import { DISPLAY_PATH } from './landing/landing.calc.ts'

const publicPage = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    const [page] = await Promise.all([load(), loadTexts()])
    return { default: page }
  })

/** Pages that need no sign-in, by their paths (spec §2). */
export const publicPages: Record<string, LazyExoticComponent<ComponentType>> = {
  [DISPLAY_PATH]: publicPage(
    async () => (await import('#renderer/features/display/big-screen.page.tsx')).BigScreenPage,
  ),
  '/game/kiosk': publicPage(async () => (await import('#renderer/features/kiosks/kiosk.page.tsx')).KioskPage),
  '/game/queue': publicPage(async () => (await import('#renderer/features/queue/guest.page.tsx')).GuestQueuePage),
  '/game/result': publicPage(
    async () => (await import('#renderer/features/rankings/guest-result.page.tsx')).GuestResultPage,
  ),
  '/user/register': publicPage(async () => (await import('#renderer/features/sign-in/register.page.tsx')).RegisterPage),
  '/user/register-result': publicPage(
    async () => (await import('#renderer/features/sign-in/register-result.page.tsx')).RegisterResultPage,
  ),
  '/user/alteration': publicPage(
    async () => (await import('#renderer/features/sign-in/password-reset.page.tsx')).PasswordResetPage,
  ),
}
