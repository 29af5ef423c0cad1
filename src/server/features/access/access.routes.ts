import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { access } from '#shared/features/access/access.contract.ts'
import { permissionsService } from './permissions.service.ts'
import { signInService } from './sign-in.service.ts'

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  const signIn = signInService(deps)
  const rights = permissionsService(deps)
  mount(app, deps, access, {
    login: ({ body, ctx }) => signIn.signIn(body, ctx),
    logout: async ({ ctx }) => {
      await signIn.signOut(ctx.tokenHash)
      return null
    },
    permissions: ({ ctx }) => rights.permissions(ctx),
    currentDeparts: ({ ctx }) => signIn.stores(ctx),
    selectDepart: ({ body, ctx }) => signIn.chooseStore(body.orgCode, ctx),
    dictItems: ({ params, ctx }) => deps.dictionaries.items(params.code, ctx.locale),
  })
}
