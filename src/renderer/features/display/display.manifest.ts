import type { SliceManifest } from '#renderer/core/slice.ts'

export const displayManifest: SliceManifest = {
  pages: {
    'display/SysTvScreenList': async () => (await import('./screens.page.tsx')).ScreensPage,
    'display/SysTvAdvertList': async () => (await import('./promo-videos.page.tsx')).PromoVideosPage,
    'display/SysSwiperList': async () => (await import('./swipers.page.tsx')).SwipersPage,
  },
}
