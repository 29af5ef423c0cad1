import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { storeSettings } from '#shared/features/stores/store-settings.contract.ts'
import { storeSettingsService } from './store-settings.service.ts'

export function storeSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  const service = storeSettingsService(deps)
  mount(app, deps, storeSettings, {
    query: ({ query, ctx }) => service.query(query.orgCode, ctx),
    edit: ({ body, ctx }) => service.edit(body, ctx).then(() => null),
  })
}
