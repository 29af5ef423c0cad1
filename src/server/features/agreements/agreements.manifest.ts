import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { agreementSignatureResource } from '#shared/features/agreements/agreement-signatures.contract.ts'
import { AgreementKind, agreementResource, SignatureMethod } from '#shared/features/agreements/agreements.contract.ts'
import { agreementsRoutes } from './agreements.routes.ts'

/** The safety agreement: its versions and signatures. */
export const agreementsManifest: SliceManifest = {
  name: 'agreements',
  mount: agreementsRoutes,
  actions: {
    'agreement:add': ['hq', 'manager'],
    'agreement:delete': ['hq', 'manager'],
    'agreement:edit': ['hq', 'manager'],
    'agreement:list': ['hq', 'manager'],
    // A paper signature is only the user's statement.
    'agreement:paper': ['hq', 'manager'],
    'agreement:sign': ['hq', 'manager', 'coach', 'cashier'],
    'agreementsignature:export': ['hq', 'manager'],
    'agreementsignature:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-agreements',
      title: 'menu.agreements',
      icon: 'safety-certificate',
      component: 'membermanage/SysAgreementList',
      url: '/membermanage/sysAgreementList',
      order: 26,
      parent: 'menu-members',
      modules: ['agreement'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-agreement-signatures',
      title: 'menu.agreementSignatures',
      icon: 'safety-certificate',
      component: 'membermanage/SysAgreementSignatureList',
      url: '/membermanage/sysAgreementSignatureList',
      order: 172,
      parent: 'menu-members',
      modules: ['agreementsignature'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-member-messages',
      title: 'menu.memberMessages',
      icon: 'message',
      component: 'membermanage/SysMemberMessageList',
      url: '/membermanage/sysMemberMessageList',
      order: 28,
      parent: 'menu-members',
      modules: ['membermessage'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('signature_way', 'dict.signatureWay', SignatureMethod.options, 'agreement.way'),
    dictionaryOf('agreement_kind', 'agreement.kind', AgreementKind.options, 'agreement.kind'),
  ],
  ruledLists: {
    'agreement:list': agreementResource.filter,
    'agreementsignature:list': agreementSignatureResource.filter,
  },
}
