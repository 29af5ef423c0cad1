import type { SliceManifest } from '#server/core/slice.ts'
import { accessTokensRoutes } from './access-tokens.routes.ts'

const managers = ['hq', 'manager'] as const

/** Personal access tokens, by which programs of others call for a user. */
export const accessTokensManifest: SliceManifest = {
  name: 'access-tokens',
  mount: accessTokensRoutes,
  actions: {
    'accesstoken:add': managers,
    'accesstoken:list': managers,
    'accesstoken:revoke': managers,
  },
  personOnly: [
    // Tokens themselves.
    ...(['accesstoken:add', 'accesstoken:list', 'accesstoken:revoke'] as const),
    // Accounts and rights: with one of these a token could make itself a user who may more.
    ...([
      'user:add',
      'user:edit',
      'user:delete',
      'user:freeze',
      'user:password',
      'user:recycle',
      'user:import',
    ] as const),
    ...(['role:edit', 'role:delete', 'role:grant', 'role:import', 'permission:edit', 'departrole:edit'] as const),
    ...(['depart:edit', 'depart:delete', 'depart:import', 'store:setup'] as const),
    // The report is made with all rights of its user, also after the end of the token; and rights on a form are for persons.
    ...(['customreport:send', 'form:define'] as const),
    // Keys of devices and of providers.
    ...([
      'terminal:enrol',
      'terminal:use',
      'terminal:revoke',
      'terminal:stage',
      'kiosk:add',
      'kiosk:edit',
      'kiosk:delete',
    ] as const),
    ...(['tvscreen:add', 'tvscreen:edit', 'tvscreen:open', 'devicepermit:add', 'vehiclebox:access'] as const),
    ...(['paymentprovider:edit', 'smsprovider:edit', 'wechataccount:edit'] as const),
    // A person stands at the drawer, or proves to be one.
    ...(['shift:work', 'shift:drawer', 'shift:close', 'shift:safe', 'cashier:search'] as const),
    ...(['refund:add', 'refund:void', 'refund:approve', 'consume:returnDeposit', 'coinreturn:add'] as const),
    ...(['promoterpayout:add', 'promoterpayout:approve', 'payment:settle', 'reconciliation:settle'] as const),
    ...([
      'emergency:release',
      'member:password',
      'member:idnumber',
      'memberface:enrol',
      'memberface:identify',
    ] as const),
    // SQL of users, and databases that it reads.
    ...(['datasource:add', 'datasource:edit', 'datasource:import', 'customreport:add', 'customreport:edit'] as const),
    'form:define',
    // Work that the platform schedules.
    ...(['job:add', 'job:edit', 'job:delete', 'job:import', 'job:run'] as const),
  ],
  menus: [
    {
      id: 'menu-access-tokens',
      title: 'menu.accessTokens',
      icon: 'safety',
      component: 'system/AccessTokens',
      url: '/isystem/accessToken',
      order: 730,
      parent: 'menu-system',
      modules: ['accesstoken'],
      roles: managers,
    },
  ],
}
