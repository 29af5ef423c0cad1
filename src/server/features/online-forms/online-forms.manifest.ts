import type { SliceManifest } from '#server/core/slice.ts'
import { onlineFormsRoutes } from './online-forms.routes.ts'

/** Forms that organisations define themselves, and their records. */
export const onlineFormsManifest: SliceManifest = {
  name: 'online-forms',
  mount: onlineFormsRoutes,
  actions: { 'form:define': ['hq'] },
  menus: [
    {
      id: 'menu-forms',
      title: 'menu.forms',
      icon: 'form',
      component: 'layouts/RouteView',
      url: '/online',
      order: 710,
      roles: [],
    },
    {
      id: 'menu-form-definitions',
      title: 'menu.formDefinitions',
      icon: 'tool',
      component: 'modules/online/cgform/OnlCgformHeadList',
      url: '/online/cgform',
      order: 711,
      parent: 'menu-forms',
      modules: ['form'],
      roles: ['hq'],
    },
    {
      // The route by which the API family's clients open each form. It comes before those of the forms, which have no parameter.
      id: 'menu-form-records',
      title: 'menu.formRecords',
      icon: 'form',
      component: 'modules/online/cgform/auto/OnlCgformAutoList',
      url: '/online/cgformList/:code',
      order: 699,
      hidden: true,
      roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
    },
  ],
}
