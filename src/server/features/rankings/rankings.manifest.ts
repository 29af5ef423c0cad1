import type { SliceManifest } from '#server/core/slice.ts'
import { publishRankings } from './rankings.job.ts'
import { rankingsRoutes } from './rankings.routes.ts'

const venue = ['hq', 'manager', 'coach', 'cashier'] as const

/** Results for racers and guests: live heats, results of rides, and rankings. */
export const rankingsManifest: SliceManifest = {
  name: 'rankings',
  mount: rankingsRoutes,
  actions: {
    'ranking:clear': ['hq', 'manager'],
    'ranking:list': venue,
    'ranking:void': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-rankings',
      title: 'menu.rankings',
      icon: 'trophy',
      component: 'ranking/SysRanking',
      url: '/ranking/sysRanking',
      order: 162,
      modules: ['ranking'],
      roles: venue,
    },
  ],
  jobs: { 'rankings.publish': { work: publishRankings, keepDays: 0 } },
  topics: ['rankings'],
}
