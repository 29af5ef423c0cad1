import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'

/** A chain with its settings. */
export const ChainSettings = z.object({
  orgCode: z.string(),
  departName: z.string(),
  /** Whether the members of each store may ride in the others. */
  sharedCards: YesNo,
  /** How many stores it has. */
  stores: z.number().int(),
})
export type ChainSettings = z.infer<typeof ChainSettings>

/** Settings of chains, which concern several stores. */
export const chainSettings = onScreen('chainSetting', {
  list: route({
    method: 'GET',
    path: '/sys/sysChainSetting/list',
    summary: 'The chains in scope with their settings',
    access: 'chain:settings',
    result: z.array(ChainSettings),
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/sysChainSetting/edit',
    summary: 'Changes the settings of a chain in scope',
    access: 'chain:settings',
    body: z.object({ orgCode: exact(64, 1), sharedCards: YesNo }),
    result: z.null(),
    message: 'message.saved',
  }),
})
