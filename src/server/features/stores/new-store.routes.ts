import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { newStore } from '#shared/features/stores/new-store.contract.ts'
import { newStoreService } from './new-store.service.ts'

export function newStoreRoutes(app: FastifyInstance, deps: Deps): void {
  const service = newStoreService(deps)
  mount(app, deps, newStore, { open: ({ body, ctx }) => service.open(body, ctx) })
}
