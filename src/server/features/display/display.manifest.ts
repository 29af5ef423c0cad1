import type { SliceManifest } from '#server/core/slice.ts'
import { promoVideoResource } from '#shared/features/display/promo-videos.contract.ts'
import { screenResource } from '#shared/features/display/screens.contract.ts'
import { swiperResource } from '#shared/features/display/swipers.contract.ts'
import { displayRoutes } from './display.routes.ts'

const managers = ['hq', 'manager'] as const

/** Displays for guests: big screens, promo videos, and the carousel of the mini-app. */
export const displayManifest: SliceManifest = {
  name: 'display',
  mount: displayRoutes,
  actions: {
    'swiper:add': managers,
    'swiper:delete': managers,
    'swiper:edit': managers,
    'swiper:list': managers,
    'tvadvert:add': managers,
    'tvadvert:delete': managers,
    'tvadvert:edit': managers,
    'tvadvert:list': managers,
    'tvscreen:add': managers,
    'tvscreen:delete': managers,
    'tvscreen:edit': managers,
    'tvscreen:list': managers,
    // The key shows only what is public on the wall.
    'tvscreen:open': ['hq', 'manager', 'coach', 'cashier'],
  },
  menus: [
    {
      id: 'menu-display',
      title: 'menu.display',
      icon: 'desktop',
      component: 'layouts/RouteView',
      url: '/display',
      order: 19,
      roles: managers,
    },
    {
      id: 'menu-screens',
      title: 'menu.screens',
      icon: 'desktop',
      component: 'display/SysTvScreenList',
      url: '/tvscreen/sysTvScreenList',
      order: 167,
      parent: 'menu-display',
      modules: ['tvscreen'],
      roles: managers,
    },
    {
      id: 'menu-promo-videos',
      title: 'menu.promoVideos',
      icon: 'notification',
      component: 'display/SysTvAdvertList',
      url: '/tvadvert/sysTvAdvertList',
      order: 168,
      parent: 'menu-display',
      modules: ['tvadvert'],
      roles: managers,
    },
    {
      id: 'menu-swipers',
      title: 'menu.swipers',
      icon: 'appstore',
      component: 'display/SysSwiperList',
      url: '/swiper/sysSwiperList',
      order: 169,
      parent: 'menu-display',
      modules: ['swiper'],
      roles: managers,
    },
  ],
  ruledLists: {
    'swiper:list': swiperResource.filter,
    'tvadvert:list': promoVideoResource.filter,
    'tvscreen:list': screenResource.filter,
  },
  topics: ['display'],
}
