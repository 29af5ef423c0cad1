import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { EventState, eventResource, signUpResource } from '#shared/features/events/events.schema.ts'
import { SignUpFailure, SignUpState } from '#shared/features/events/sign-ups.schema.ts'
import { eventsRoutes } from './events.routes.ts'
import { advanceEvents } from './events.service.ts'
import { matchesRoutes } from './matches.routes.ts'
import { memberEventsRoutes } from './member-events.routes.ts'

/** Events of stores, for which members sign up. */
export const eventsManifest: SliceManifest = {
  name: 'events',
  mount(app, deps) {
    eventsRoutes(app, deps)
    matchesRoutes(app, deps)
    memberEventsRoutes(app, deps)
  },
  actions: {
    'event:add': ['hq', 'manager'],
    'event:cancel': ['hq', 'manager'],
    'event:delete': ['hq', 'manager'],
    'event:edit': ['hq', 'manager'],
    'event:export': ['hq', 'manager'],
    'event:list': ['hq', 'manager', 'coach', 'cashier'],
    'eventsignup:add': ['hq', 'manager', 'cashier'],
    'eventsignup:cancel': ['hq', 'manager', 'cashier'],
    'eventsignup:export': ['hq', 'manager'],
    'eventsignup:list': ['hq', 'manager', 'coach', 'cashier'],
    'match:correct': ['hq', 'manager'],
    'match:edit': ['hq', 'manager', 'coach'],
    'match:list': ['hq', 'manager', 'coach', 'cashier'],
  },
  menus: [
    {
      id: 'menu-event-group',
      title: 'menu.eventGroup',
      icon: 'trophy',
      component: 'layouts/RouteView',
      url: '/event',
      order: 14,
      roles: ['hq', 'manager', 'coach', 'cashier'],
    },
    {
      id: 'menu-events',
      title: 'menu.events',
      icon: 'calendar',
      component: 'event/SysEventList',
      url: '/event/sysEventList',
      order: 144,
      parent: 'menu-event-group',
      modules: ['event'],
      roles: ['hq', 'manager', 'coach', 'cashier'],
    },
    {
      id: 'menu-event-sign-ups',
      title: 'menu.eventSignUps',
      icon: 'profile',
      component: 'event/SysEventSignUpList',
      url: '/event/sysEventSignUpList',
      order: 145,
      parent: 'menu-event-group',
      modules: ['eventsignup'],
      roles: ['hq', 'manager', 'coach', 'cashier'],
    },
    {
      id: 'menu-matches',
      title: 'menu.matches',
      icon: 'trophy',
      component: 'match/SysMatch',
      url: '/match/sysMatch',
      order: 146,
      parent: 'menu-event-group',
      modules: ['match'],
      roles: ['hq', 'manager', 'coach', 'cashier'],
    },
  ],
  dictionaries: [
    dictionaryOf('event_state', 'event.state', EventState.options, 'event.state'),
    dictionaryOf('sign_up_state', 'event.signUpState', SignUpState.options, 'event.signUpState'),
    dictionaryOf('sign_up_failure', 'event.failReason', SignUpFailure.options, 'event.failReason'),
  ],
  jobs: { 'events.advance': { work: advanceEvents, keepDays: 0 } },
  topics: ['events', 'matches'],
  ruledLists: { 'event:list': eventResource.filter, 'eventsignup:list': signUpResource.filter },
}
