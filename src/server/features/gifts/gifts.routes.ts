import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { gifts } from '#shared/features/gifts/gifts.contract.ts'
import { giftResource, giftSheet } from '#shared/features/gifts/gifts.schema.ts'
import { giftTable } from './gifts.repository.ts'

export function giftsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, gifts, {
    ...crudHandlers(deps, giftResource, giftTable),
    ...excelHandlers(deps, giftResource, giftSheet, giftTable),
  })
}
