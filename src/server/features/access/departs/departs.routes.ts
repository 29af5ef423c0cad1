import type { FastifyInstance } from 'fastify'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { done } from '#server/features/access/entities.view.ts'
import { departs } from '#shared/features/access/departs.contract.ts'
import { departsService } from './departs.service.ts'
import { departSheetHandlers } from './departs.sheet.ts'

export function departsRoutes(app: FastifyInstance, deps: Deps): void {
  const service = departsService(deps)
  mount(app, deps, departs, {
    ...departSheetHandlers(deps, service),
    queryTreeList: ({ ctx }) => service.tree(ctx),
    queryTreeListByLogin: ({ ctx }) => service.tree(ctx),
    queryIdTree: ({ ctx }) => service.idTree(ctx),
    queryIdTree2: ({ ctx }) => service.idTree(ctx),
    searchBy: ({ query, ctx }) => service.search(query.keyWord, ctx),
    listAll: ({ query, ctx }) => service.list(query.id, ctx),
    list: ({ query, ctx }) => service.page(query, ctx),
    queryParentName: ({ query, ctx }) => service.parentName(query.id, ctx),
    queryMyDeptTreeList: async ({ ctx }) => {
      const tree = await service.ofSuperior(ctx)
      // Clients of the API family read the kind of user from the message.
      return withMessage(tree, tree ? '2' : '1')
    },
    add: ({ body, ctx }) => done(service.add(body, ctx)),
    edit: ({ body, ctx }) => done(service.edit(body, ctx)),
    delete: ({ query, ctx }) => done(service.remove([query.id], ctx)),
    deleteBatch: ({ query, ctx }) => done(service.remove(query.ids, ctx)),
  })
}
