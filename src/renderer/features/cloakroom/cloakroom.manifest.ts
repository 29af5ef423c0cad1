import type { SliceManifest } from '#renderer/core/slice.ts'

export const cloakroomManifest: SliceManifest = {
  pages: {
    'cloakroom/SysCloakroomItemList': async () => (await import('./cloakroom-items.page.tsx')).CloakroomItemsPage,
    'cloakroom/SysCloakroomPlaceList': async () => (await import('./cloakroom-places.page.tsx')).CloakroomPlacesPage,
  },
  live: { cloakroom: ['crud', 'cloakroomItems', 'cloakroomPlaces'] },
}
